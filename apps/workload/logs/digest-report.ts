/**
 * Report of pt-query-digest: a sample of each kind of query, with how often that kind was met.
 *
 *     # Query 1: 0.30 QPS, 0.00x concurrency, ID 0x3E4FB43148C4B07CD4CD74934382A184 at byte 1469
 *     # Count         50    1.2k
 *     # Databases    shop
 *     SELECT a FROM b\G
 *
 * There is no order and there are no connections in it: each sample is in a session of its own.
 */
import type { ByteString } from "../../../core/index.ts";
import { PlaceFinder } from "../place.ts";
import type { StatementList } from "../statement-list.ts";
import { doubtOf, missingHead } from "./doubt.ts";
import { readEntries } from "./entry.ts";

const head = /# (?:Query|Item) (\d+): [^\n]*\b(?:QPS|concurrency|ID 0x)/y;

export function beginsSample(text: ByteString, at: number): boolean {
	head.lastIndex = at;
	return text[at] === "#" && head.test(text);
}

/** Adds a report's samples to a list. */
export async function readDigestReport(blocks: AsyncIterable<ByteString>, list: StatementList): Promise<void> {
	await readEntries(blocks, beginsSample, (text, from, to, line) => {
		const entry = text.slice(from, to);
		head.lastIndex = 0;
		const number = head.exec(entry)?.[1];
		// The first one: what follows is a conversion of it for EXPLAIN.
		const found = /^(?!#)[ \t]*\S[\s\S]*?\\G[ \t]*$/m.exec(entry);
		if (number === undefined || found === null) {
			takeStrange(list, entry, 0, line);
			return;
		}
		takeStrange(list, entry, found.index + found[0].length, line);
		if (/^administrator command: /.test(found[0])) {
			return;
		}
		const session = `q${number}`;
		const sample = found[0].trim().slice(0, -2);
		const place = new PlaceFinder(entry, line).find(entry.indexOf(sample, found.index));
		const databases =
			/^# Databases +(\S.*)$/m
				.exec(entry)?.[1]
				?.split(/,\s+|\s+\(.*?\)(?:,\s+)?/)
				.filter(Boolean) ?? [];
		if (databases[0] !== undefined && !/^\d+$/.test(databases[0])) {
			list.use(session, place, databases[0]);
			if (databases.length > 1) {
				list.note("met in several databases, and played in the one met most: {n} samples");
			}
		}
		const weight = countOf(/^# Count +\S+ +(\S+)/m.exec(entry)?.[1]);
		const notJudged = /\/\*\.\.\. omitted .*\.\.\.\*\//.test(sample)
			? "the report has only a part of it"
			: doubtOf(sample);
		list.add(session, place, sample, {
			...(weight === undefined ? {} : { weight }),
			...(notJudged === undefined ? {} : { notJudged }),
		});
	});
}

/** Lines that are no comment, and no conversion for EXPLAIN: a sample that has lost its beginning or its end. */
function takeStrange(list: StatementList, entry: ByteString, from: number, line: number): void {
	/** Of a conversion: its comments, and then its text. */
	let part: "comments" | "text" | undefined;
	const first = line + entry.slice(0, from).split("\n").length - 1;
	for (const [number, text] of entry.slice(from).split("\n").entries()) {
		if (text.startsWith("#")) {
			part = text.startsWith("# Converted for EXPLAIN") || part === "comments" ? "comments" : undefined;
		} else if (text.trim() !== "" && part === undefined) {
			list.add("", { line: first + number, column: 1 }, text.trimEnd(), { notJudged: missingHead });
		} else if (text.trim() !== "") {
			part = /\\G\s*$/.test(text) ? undefined : "text";
		}
	}
}

const powers: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/** `1.20k` */
function countOf(text: string | undefined): number | undefined {
	const [, digits, unit = ""] = /^([\d.]+)([kMGT]?)$/.exec(text ?? "") ?? [];
	return digits === undefined ? undefined : Math.round(Number(digits) * (powers[unit] as number));
}
