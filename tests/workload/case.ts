/**
 * Cases of reading as text: files, then what is read of them.
 *
 *     === a.sql
 *     select 1;
 *     === read a.sql role=traffic
 *     a.sql:1:1 [1] select 1
 *
 * A file whose name ends in .gz is packed when it is written; `\` before a line's `===` is dropped.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { UsageError } from "../../apps/compose/usage-error.ts";
import { readWorkload, type ReadOptions } from "../../apps/workload/read.ts";
import type { Role, Workload, WorkloadStatement } from "../../apps/workload/statement.ts";

/** The case with the answers of today. Files are written below `folder`. */
export async function playCase(text: string, folder: string): Promise<string> {
	const parts = text.split(/^(?==== )/m);
	const played: string[] = [];
	for (const part of parts) {
		const end = part.indexOf("\n") + 1;
		const [, words = ""] = /^=== (.*)\n/.exec(part.slice(0, end)) ?? [];
		const read = /^read (\S+) ?(.*)$/.exec(words);
		if (read !== null) {
			played.push(`${part.slice(0, end)}${await readCase(read[1] as string, optionsOf(read[2] as string), folder)}`);
			continue;
		}
		if (words !== "") {
			const body = part.slice(end).replace(/^\\===/gm, "===");
			// So that a file without a last line break can be written.
			const whole = Buffer.from(body.replace(/<no line break>\n$/, ""));
			mkdirSync(dirname(join(folder, words)), { recursive: true });
			writeFileSync(join(folder, words), words.endsWith(".gz") ? gzipSync(whole) : whole);
		}
		played.push(part);
	}
	return played.join("");
}

function optionsOf(words: string): ReadOptions {
	const given = Object.fromEntries(
		words
			.split(" ")
			.filter(Boolean)
			.map((word) => word.split("=")),
	);
	const { role = "traffic", kind, database, ...placeholders } = given as Record<string, string>;
	return {
		role: role as Role,
		...(kind === undefined ? {} : { kind }),
		...(database === undefined ? {} : { database }),
		placeholders,
	};
}

async function readCase(path: string, options: ReadOptions, folder: string): Promise<string> {
	const shown = (text: string): string => text.replaceAll(`${folder}/`, "");
	try {
		return shown(printWorkload(await readWorkload(join(folder, path), options)));
	} catch (failure) {
		if (failure instanceof UsageError) {
			return `${shown(failure.message)}\n`;
		}
		throw failure;
	}
}

function printWorkload({ statements, notes, database }: Workload): string {
	return [
		...(database === undefined ? [] : [`database: ${database}`]),
		...notes.map((note) => `note: ${note}`),
		...[...statements].map(printStatement),
		"",
	].join("\n");
}

function printStatement(statement: WorkloadStatement): string {
	const { file, line, column, session, text, quits, implied, values, notJudged, ignored, weight } = statement;
	return [
		`${file}:${line}:${column} [${session}]`,
		...(implied ? ["(implied)"] : []),
		...(weight === undefined ? [] : [`(${weight} times)`]),
		...(quits ? ["quits"] : [utf8Of(text)]),
		...(values === undefined ? [] : [`<- ${values.map(utf8Of).join(" | ")}`]),
		...(notJudged === undefined ? [] : [`-- not judged: ${notJudged}`]),
		...(ignored === undefined
			? []
			: [`-- ignored: ${ignored.reason}${ignored.until ? `, until ${ignored.until}` : ""}`]),
	].join(" ");
}

function utf8Of(bytes: string): string {
	return Buffer.from(bytes, "latin1")
		.toString("utf8")
		.replaceAll("\n", "↵")
		.replaceAll("\r", "␍")
		.replaceAll("\t", "⇥");
}
