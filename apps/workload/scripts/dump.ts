/**
 * Dumps of MySQL, MariaDB and their tools: what servers of MySQL 5.7's kind do not know is rewritten, and noted.
 *
 * Only dumps are: what an application or a migration sends is judged as it is.
 */
import type { ByteString } from "../../../core/index.ts";
import { skipUnit } from "../../cli/script.ts";
import type { StatementList } from "../statement-list.ts";
import { isSystemDatabase } from "../system-database.ts";
import { withoutNewerClauses } from "./newer-clause.ts";
import type { Rewrite } from "./script-file.ts";

const begins =
	/^-- (?:MySQL|MariaDB) dump |^-- Dump created by MySQL pump|^-- phpMyAdmin SQL Dump|^-- MySQL Administrator dump|^-- (?:Adminer|HeidiSQL) |^\/\*M?!999999\\- enable the sandbox mode|^\/\*!40101 SET @OLD_CHARACTER_SET_CLIENT|^\/\*!40101 SET NAMES binary\*\//m;

export function isDump(head: ByteString): boolean {
	return begins.test(head);
}

interface Omission {
	readonly statement: RegExp;
	readonly note: string;
}

const omissions: readonly Omission[] = [
	{ statement: /^set\s+@@global\.gtid_purged\b/i, note: "GTID_PURGED left out ({n} statements)" },
	{
		statement: /^set\s+(?:@mysqldump_temp_log_bin|@@session\.sql_log_bin)\b/i,
		note: "SQL_LOG_BIN left out ({n} statements)",
	},
	{
		statement: /^change\s+(?:master|replication\s+source)\s+to\b/i,
		note: "CHANGE MASTER left out ({n} statements)",
	},
];

const definer =
	/\bDEFINER\s*=\s*(?:CURRENT_USER(?:\(\))?|(?:`[^`]*`|'[^']*'|\w+)(?:\s*@\s*(?:`[^`]*`|'[^']*'|[\w%.-]+))?)\s*/i;
const createsProgram = /^(?:\/\*!\d{5}\s*)?(?:create|alter)\b/i;

interface Replacement {
	readonly pattern: RegExp;
	readonly by: string;
	readonly note: string;
}

/** Outside of quoted text. */
const replacements: readonly Replacement[] = [
	{
		pattern: /\butf8mb3_uca1400_\w+\b/gi,
		by: "utf8_unicode_ci",
		note: "utf8mb3_uca1400_* read as utf8_unicode_ci ({n} times)",
	},
	{ pattern: /\b(_?)utf8mb3(?=\b|_)/gi, by: "$1utf8", note: "utf8mb3 read as utf8 ({n} times)" },
	{
		pattern: /\butf8mb4_(?:\w+_)?0900_(?:as_cs|bin)\b/gi,
		by: "utf8mb4_bin",
		note: "utf8mb4_0900_as_cs and _bin read as utf8mb4_bin ({n} times)",
	},
	{
		pattern: /\butf8mb4_(?:\w+_)?0900_\w+\b/gi,
		by: "utf8mb4_unicode_ci",
		note: "utf8mb4_0900_ai_ci read as utf8mb4_unicode_ci ({n} times)",
	},
	{
		pattern: /\butf8mb4_(?:\w+_)?uca1400_\w+\b/gi,
		by: "utf8mb4_unicode_ci",
		note: "utf8mb4_uca1400_* read as utf8mb4_unicode_ci ({n} times)",
	},
	{ pattern: /\s*\bCOLLATE[ =]+uca1400_\w+/gi, by: "", note: "collations uca1400_* left out ({n} times)" },
	{ pattern: /\s*\bPAGE_CHECKSUM=[01]/gi, by: "", note: "PAGE_CHECKSUM left out ({n} times)" },
	{ pattern: /\s*\bTRANSACTIONAL=[01]/gi, by: "", note: "TRANSACTIONAL left out ({n} times)" },
];

/** A statement with none of these is as it was; most rows of a dump are. */
const suspect = /utf8mb3|_0900_|uca1400|PAGE_CHECKSUM|TRANSACTIONAL/i;

export function dumpRewrite(list: StatementList): Rewrite {
	let isSystem = false;
	return (original) => {
		const database = chosenDatabase.exec(original)?.[1];
		isSystem = database === undefined ? isSystem : isSystemDatabase(database);
		if (isSystem && !setsVariable.test(original)) {
			list.note("tables of system databases left out, accounts with them ({n} statements)");
			return undefined;
		}
		const text = withoutNewerComments(original, list);
		const omitted = omissions.find(({ statement }) => statement.test(text));
		if (omitted !== undefined || text === "") {
			list.note(
				omitted?.note ?? "version comments newer than MySQL 5.7 left out ({n} times)",
				omitted === undefined ? 0 : 1,
			);
			return undefined;
		}
		return { text: withoutNewerClauses(withKnownNames(withoutDefiner(text, list), list), list) };
	};
}

/** The tables of another server's `mysql` would take the place of the server's own. */
const chosenDatabase =
	/^(?:use|create\s+database(?:\s+(?:\/\*!\d+\s*)?if\s+not\s+exists(?:\s*\*\/)?)?)\s+`?(\w+)`?(?!\w)/i;
const setsVariable = /^(?:\/\*!\d+\s*)?set\s/i;

function withoutNewerComments(text: ByteString, list: StatementList): ByteString {
	let kept = "";
	let from = 0;
	// A row may hold such text: only what stands outside of quotes is a comment.
	for (let at = nextMark(text, 0); at < text.length; ) {
		version.lastIndex = at;
		const found = version.exec(text);
		const end = skipUnit(text, at);
		if (found === null) {
			at = nextMark(text, end);
		} else if (isNewer(found)) {
			list.note("version comments newer than MySQL 5.7 left out ({n} times)");
			kept += text.slice(from, at);
			from = end;
			at = nextMark(text, end);
		} else {
			at = nextMark(text, version.lastIndex);
		}
	}
	return from === 0 ? text : (kept + text.slice(from)).trim();
}

/** A version comment, of MySQL or MariaDB. */
const version = /\/\*(M?)!(\d{0,6})/y;

/** `/*!50503` is read by MySQL 5.7, `/*!80016` and MariaDB's `/*!100616` and `/*M!` are not. */
function isNewer([, mariadb, number = ""]: RegExpExecArray): boolean {
	return mariadb === "M" || number.length === 6 || Number(number) >= 50800;
}

/** Where the next quote or comment begins. */
function nextMark(text: ByteString, from: number): number {
	mark.lastIndex = from;
	return mark.exec(text)?.index ?? text.length;
}

const mark = /['"`]|\/\*/g;

function withoutDefiner(text: ByteString, list: StatementList): ByteString {
	if (!createsProgram.test(text) || !definer.test(text)) {
		return text;
	}
	list.note("DEFINER left out ({n} times)");
	return text.replace(definer, "");
}

function withKnownNames(text: ByteString, list: StatementList): ByteString {
	if (!suspect.test(text)) {
		return text;
	}
	return mapUnquoted(text, (part) => {
		let known = part;
		for (const { pattern, by, note } of replacements) {
			const count = known.match(pattern)?.length ?? 0;
			if (count > 0) {
				list.note(note, count);
				known = known.replace(pattern, by);
			}
		}
		return known;
	});
}

const quote = /['"`]/g;

/** The text with its parts outside of quotes changed. */
function mapUnquoted(text: ByteString, change: (part: ByteString) => ByteString): ByteString {
	let changed = "";
	for (let at = 0; at < text.length; ) {
		quote.lastIndex = at;
		const start = quote.exec(text)?.index ?? text.length;
		const end = start === text.length ? start : skipUnit(text, start);
		changed += change(text.slice(at, start)) + text.slice(start, end);
		at = end;
	}
	return changed;
}
