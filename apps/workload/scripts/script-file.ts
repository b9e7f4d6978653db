/**
 * Statements of an SQL script with their places: what the mysql client would send, of which some are not to be judged.
 *
 * In: a script's bytes. Out: statements in the list; those of files that it sources are in their place.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ByteString } from "../../../core/index.ts";
import { type PlacedStatement, splitScript } from "../../cli/script.ts";
import { UsageError } from "../../compose/usage-error.ts";
import { type Ignore, ignoreComments } from "../ignore.ts";
import { type Place, PlaceFinder } from "../place.ts";
import { blocksOf, textOf } from "../source.ts";
import type { StatementList } from "../statement-list.ts";
import { markedSections } from "./section.ts";

/** A script that sources itself would never end. */
const deepest = 16;
/** All statements of scripts are sent on one connection, as a migration tool does. */
export const scriptSession = "1";

/** A statement as it is to be listed: its text may be another than the file's. */
interface Rewritten {
	readonly text: ByteString;
	readonly notJudged?: string;
}

/** Changes a statement's text before it is listed; undefined leaves it out. */
export type Rewrite = (text: ByteString) => Rewritten | undefined;

async function readScriptFile(path: string, list: StatementList, rewrite?: Rewrite, depth = 0): Promise<void> {
	await readScriptText(await textOf(blocksOf(path), path), path, list, rewrite, depth);
}

export async function readScriptText(
	text: ByteString,
	path: string,
	list: StatementList,
	rewrite?: Rewrite,
	depth = 0,
): Promise<void> {
	const outer = list.file;
	list.file = path;
	const start = text.startsWith("\xef\xbb\xbf") ? 3 : 0;
	const places = new PlaceFinder(text, 1, start);
	const statements = splitSections(text, start, list);
	const ignores = text.includes("verso:ignore") ? ignoresOf(text, statements, list) : [];
	for (const [index, statement] of statements.entries()) {
		const place = places.find(statement.start);
		if (statement.source === undefined) {
			const rewritten = rewrite === undefined ? statement : rewrite(statement.text);
			if (rewritten !== undefined) {
				const ignored = ignores[index];
				const { notJudged } = rewritten as Rewritten;
				list.add(scriptSession, place, rewritten.text, {
					...(notJudged === undefined ? {} : { notJudged }),
					...(ignored === undefined ? {} : { ignored }),
				});
			}
		} else {
			const file = sourcedFile(statement.source, path, place, depth);
			await readScriptFile(file, list, rewrite, depth + 1).catch((failure: unknown) => {
				throw failure instanceof UsageError && depth === 0
					? new UsageError(`${failure.message} (sourced in line ${place.line} of ${path})`, failure.exitCode)
					: failure;
			});
			list.file = path;
		}
	}
	list.file = outer;
}

/** The mysql client looks in its working folder; a file beside the script is taken, too. */
function sourcedFile(name: string, path: string, { line }: Place, depth: number): string {
	if (name === "" || depth === deepest) {
		const reason = name === "" ? "source takes a file" : `files are sourced more than ${deepest} deep`;
		throw new UsageError(`line ${line} of ${path}: ${reason}`, 2);
	}
	const beside = join(dirname(path), name);
	return existsSync(name) || !existsSync(beside) ? name : beside;
}

/** Statements of the sections that are run, each split alone. */
function splitSections(text: ByteString, start: number, list: StatementList): PlacedStatement[] {
	const sections = markedSections(text, list);
	if (sections === undefined) {
		return start === 0 ? splitScript(text) : moved(splitScript(text.slice(start)), start);
	}
	return sections.flatMap(({ from, to, isWhole }) => {
		const part = text.slice(from, to);
		const trimmed = part.trim().replace(/;$/, "");
		return isWhole
			? trimmed === ""
				? []
				: [{ text: trimmed, line: 0, start: from + part.indexOf(trimmed), end: to, vertical: false }]
			: moved(splitScript(part), from);
	});
}

function moved(statements: readonly PlacedStatement[], by: number): PlacedStatement[] {
	return statements.map((each) => ({ ...each, start: each.start + by, end: each.end + by }));
}

/** For each statement what an ignore comment says of it. */
function ignoresOf(
	text: ByteString,
	statements: readonly PlacedStatement[],
	list: StatementList,
): readonly (Ignore | undefined)[] {
	const found: (Ignore | undefined)[] = statements.map(() => undefined);
	const places = new PlaceFinder(text);
	let ofFile: Ignore | undefined;
	let behind = 0;
	for (const { at, isOfFile, ignore } of ignoreComments(text, 0, text.length)) {
		const { line } = places.find(at);
		while ((statements[behind]?.end ?? Number.POSITIVE_INFINITY) <= at) {
			behind++;
		}
		if (typeof ignore === "string") {
			list.note(`${list.file}:${line}: ${ignore}`, 0);
		} else if (isOfFile) {
			ofFile ??= ignore;
		} else {
			const before = statements[behind - 1];
			const isBehind = before !== undefined && !text.slice(before.end, at).includes("\n");
			found[isBehind ? behind - 1 : behind] ??= ignore;
		}
	}
	return statements.map((_, index) => found[index] ?? ofFile);
}
