/**
 * Tables for people, on stdout.
 *
 * In: a head and rows of text. Out: an aligned table without colours, so that it can be piped.
 */
import Table from "cli-table3";

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const table = new Table({
		head: [...head],
		style: { head: [], border: [] },
		wordWrap: true,
		colWidths: columnWidths(head, rows),
	});
	table.push(...rows.map((row) => [...row]));
	return `${table.toString()}\n`;
}

const widest = 60;

/** Only long sentences are wrapped. */
function columnWidths(head: readonly string[], rows: readonly (readonly string[])[]): number[] {
	return head.map((name, at) =>
		Math.min(widest, Math.max(name.length, ...rows.map((row) => longestLine(row[at] ?? ""))) + 2),
	);
}

function longestLine(text: string): number {
	return Math.max(...text.split("\n").map((line) => line.length));
}
