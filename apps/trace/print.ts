/**
 * Printer of traces: sections as text, or all of them as JSON.
 */
import { decodeText, type NamedValue, type StoredEntry } from "../../core/index.ts";
import type { TracedPacket } from "./packets.ts";
import type { Section } from "./section.ts";
import type { DecodedCommit, DecodedRead, StatementTrace, TracedQuestion } from "./trace.ts";
import { plainTree, treeLines } from "./tree-text.ts";

/** Values outside of tables' contents, except written records, are printed up to this many characters. */
const longestRead = 60;

/** Returns the sections as text, a heading above each. */
export function printTrace(trace: StatementTrace, wanted: readonly Section[]): string {
	return wanted
		.map((section) => {
			const lines = sectionLines[section](trace);
			return [section, ...(lines.length === 0 ? ["none"] : lines).map((line) => `  ${line}`)].join("\n");
		})
		.join("\n\n");
}

/** Returns the sections as plain data for JSON. */
export function plainTrace(trace: StatementTrace, wanted: readonly Section[]): object {
	const { release, statement, tokens, tree, plan, rules, reads, commits, packets } = trace;
	const members: Readonly<Record<Section, object>> = {
		tokens: { tokens },
		tree: { tree: "failure" in tree ? null : plainTree(tree.node) },
		plan: { plan },
		rules: { rules: rules.map(({ decision, ...rest }) => ({ ...decision, ...rest })) },
		store: { reads, commits },
		packets: { packets: packets.map((packet) => ({ ...packet, fields: Object.fromEntries(packet.fields) })) },
	};
	return Object.assign({ release, statement: decodeText(statement) }, ...wanted.map((section) => members[section]));
}

const sectionLines: Readonly<Record<Section, (trace: StatementTrace) => readonly string[]>> = {
	tokens: ({ tokens }) =>
		tokens.map(
			({ kind, text, word, at }) =>
				`${String(at).padStart(4)}  ${kind.padEnd(14)} ${text}${word === "" || word === text ? "" : `  (${word})`}`,
		),
	tree: ({ tree }) => ("failure" in tree ? [tree.failure] : treeLines(tree.node)),
	plan: ({ plan }) => plan,
	rules: ({ rules }) => rules.flatMap(ruleLines),
	store: ({ reads, commits }) => [...reads.flatMap(readLines), ...commits.flatMap(commitLines)],
	packets: ({ packets, unlistedPackets }) => [
		...packets.flatMap(packetLines),
		...(unlistedPackets === 0 ? [] : [`and ${unlistedPackets} packets more`]),
	],
};

function ruleLines({ decision, passedOn, depth, facts, answer }: TracedQuestion): readonly string[] {
	const { hook, question, rule, origin, since } = decision;
	const indent = "  ".repeat(depth);
	return [
		`${indent}${hook}.${question}(${facts})`,
		`${indent}  answer: ${answer ?? "nothing to say"}`,
		`${indent}  by ${rule} of ${origin}${since === null ? "" : `, since ${since}`}`,
		...(passedOn.length === 0
			? []
			: [`${indent}  passed on by ${passedOn.map((by) => `${by.rule} of ${by.origin}`).join(", ")}`]),
	];
}

function readLines(read: DecodedRead): readonly string[] {
	if (read.kind === "get") {
		return [`get ${keyText(read.entry)}: ${read.isFound ? briefText(read.entry) : "not found"}`];
	}
	const { range, entries, unlisted, reverse } = read;
	const bounds = range.isPrefix
		? keyText(range.from)
		: `${keyText(range.from)} to ${range.to === undefined ? "the end" : partsText(range.to.key)}`;
	return [
		`scan${reverse ? " backwards" : ""} ${bounds}`,
		...entries.map((entry) => `  ${keyText(entry)}: ${contentsText(entry)}`),
		...(unlisted === 0 ? [] : [`  and ${unlisted} entries more`]),
	];
}

function commitLines({ writes, isDone }: DecodedCommit): readonly string[] {
	return [
		isDone ? "commit" : "commit refused: another transaction changed what this one read",
		...writes.flatMap((write) =>
			write.removed
				? [`  remove ${keyText(write)}`, `    key ${write.bytes}`]
				: [
						`  put ${keyText(write)}: ${write.value?.startsWith("{") === true ? write.value : briefText(write)}`,
						`    key ${write.bytes}`,
					],
		),
	];
}

/** `row of test.t PRIMARY (id: 1)` */
function keyText({ kind, table, index, key }: StoredEntry): string {
	const of = table === undefined ? "" : ` of ${table}`;
	return [`${kind}${of}`, ...(index === undefined ? [] : [index]), ...(key.length === 0 ? [] : [partsText(key)])].join(
		" ",
	);
}

function contentsText({ columns, row, value }: StoredEntry): string {
	if (columns !== undefined) {
		return partsText(columns);
	}
	return row === undefined ? (value ?? "") : `row ${partsText(row)}`;
}

/** Records of the schema are long: of those that are read, only the size is printed. */
function briefText(entry: StoredEntry): string {
	const text = contentsText(entry);
	return entry.value !== undefined && text.length > longestRead ? `${text.length} characters` : text;
}

function partsText(parts: readonly NamedValue[]): string {
	return `(${parts.map(({ name, value }) => `${name}: ${value}`).join(", ")})`;
}

function packetLines({ sequence, kind, fields, bytes }: TracedPacket): readonly string[] {
	return [
		`${sequence} ${kind}: ${fields.map(([name, value]) => `${name} ${value}`).join(", ")}`,
		...(bytes.match(/.{1,96}/g) ?? []).map((line) => `    ${line.replaceAll(/../g, "$& ").trimEnd()}`),
	];
}
