/**
 * Clauses of CREATE TABLE that came with MySQL 8.0 and MariaDB 10: left out, since the whole table would be refused.
 *
 * In: a statement of a dump, one element a line, as SHOW CREATE TABLE prints it. Out: the statement without them, each
 * noted.
 */
import type { ByteString } from "../../../core/index.ts";
import { skipUnit } from "../../cli/script.ts";
import type { StatementList } from "../statement-list.ts";

const createsTable = /^create\s+(?:temporary\s+)?table\b/i;
/** A statement with none of these is as it was. */
const suspect = /\bdefault\s+\w*\(|\(\s*\(|\binvisible\b|\bsystem versioning\b/i;

interface Clause {
	/** Sticky: where it begins. */
	readonly begins: RegExp;
	readonly note: string;
}

const clauses: readonly Clause[] = [
	{ begins: /\s+default\s+(?=\()/iy, note: "DEFAULT (expression) left out ({n} times)" },
	{
		begins: /\s+default\s+(?!current_timestamp|now\b|localtime)[a-z]\w*\s*(?=\()/iy,
		note: "DEFAULT (expression) left out ({n} times)",
	},
	{ begins: /\s+invisible\b/iy, note: "INVISIBLE left out ({n} times)" },
	{ begins: /\s+with(?:out)? system versioning\b/iy, note: "SYSTEM VERSIONING left out ({n} times)" },
];

/** A line that is left out whole: a key over expressions. */
const functionalKey = /^(\s*(?:unique |fulltext |spatial )?key (?:`[^`]*` )?\()/i;

export function withoutNewerClauses(text: ByteString, list: StatementList): ByteString {
	return createsTable.test(text) && suspect.test(text) ? withoutExpressionKeys(withoutClauses(text, list), list) : text;
}

function withoutClauses(text: ByteString, list: StatementList): ByteString {
	let kept = "";
	let from = 0;
	for (let at = 0; at < text.length; ) {
		const clause = wordsBegin(text, at) ? clauses.find(({ begins }) => startsAt(begins, text, at)) : undefined;
		if (clause === undefined) {
			at = skipUnit(text, at);
		} else {
			list.note(clause.note);
			kept += text.slice(from, at);
			at = closedFrom(text, clause.begins.lastIndex);
			from = at;
		}
	}
	return kept + text.slice(from);
}

/** Blanks before a word, which go with it. */
function wordsBegin(text: ByteString, at: number): boolean {
	return /\s/.test(text[at] as string) && !/\s/.test(text[at - 1] ?? "");
}

function startsAt(pattern: RegExp, text: ByteString, at: number): boolean {
	pattern.lastIndex = at;
	return pattern.test(text);
}

/** Behind the parenthesis that closes the one that begins here, if one does. */
function closedFrom(text: ByteString, from: number): number {
	let depth = 0;
	for (let at = from; at < text.length; at = skipUnit(text, at)) {
		depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
		if (depth <= 0) {
			return depth === 0 && at > from ? at + 1 : from;
		}
	}
	return from;
}

function withoutExpressionKeys(text: ByteString, list: StatementList): ByteString {
	const lines = text.split("\n");
	const kept = lines.filter((line) => !hasExpression(line));
	if (kept.length === lines.length) {
		return text;
	}
	list.note("keys over expressions left out ({n} times)", lines.length - kept.length);
	return kept.join("\n").replace(/,(\n\))/, "$1");
}

function hasExpression(line: ByteString): boolean {
	const [start] = functionalKey.exec(line) ?? [];
	let depth = 1;
	for (let at = start?.length ?? line.length; at < line.length && depth > 0; at = skipUnit(line, at)) {
		// The length of a prefix stands in parentheses behind a name.
		if (line[at] === "(" && !/[`\w]\s*$/.test(line.slice(0, at))) {
			return true;
		}
		depth += line[at] === "(" ? 1 : line[at] === ")" ? -1 : 0;
	}
	return false;
}
