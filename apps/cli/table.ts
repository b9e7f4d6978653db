/**
 * Tables on stdout: with rules and as wide as the terminal; in a pipe or file aligned columns, a row a line.
 */
import Table from "cli-table3";
import { displayWidth, padToWidth } from "../terminal/display-width.ts";

type Rows = readonly (readonly string[])[];

export function printTable(
	head: readonly string[],
	rows: Rows,
	columns: number | undefined = process.stdout.isTTY === true ? process.stdout.columns || 80 : undefined,
): string {
	return columns === undefined ? printLines(head, rows) : printBox(head, rows, columns);
}

function printBox(head: readonly string[], rows: Rows, columns: number): string {
	const table = new Table({
		head: [...head],
		style: { head: [], border: [] },
		wordWrap: true,
		wrapOnWordBoundary: true,
		colWidths: columnWidths(head, rows, columns),
	});
	table.push(...rows.map((row) => [...row]));
	return `${table.toString()}\n`;
}

/** For grep and cut: nothing is wrapped. */
function printLines(head: readonly string[], rows: Rows): string {
	const lines = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("\n", "; ")));
	return alignCells(lines, cellWidths(lines));
}

/** The widest cell of each column. */
export function cellWidths(rows: Rows): number[] {
	return (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => displayWidth(row[at] ?? ""))));
}

/** A row a line; what is wider than its column moves the rest of its line. */
export function alignCells(rows: Rows, widths: readonly number[]): string {
	return rows
		.map(
			(row) =>
				`${row
					.map((cell, at) => padToWidth(cell, widths[at] ?? 0))
					.join("  ")
					.trimEnd()}\n`,
		)
		.join("");
}

const widest = 60;
/** A name is not to be broken while a sentence has room. */
const leastColumn = 12;
const margin = 2;

/** Long sentences are wrapped; on a narrow terminal the widest column gives way first. */
function columnWidths(head: readonly string[], rows: Rows, columns: number): number[] {
	const widths = head.map((name, at) =>
		Math.min(widest, Math.max(name.length, ...rows.map((row) => longestLine(row[at] ?? ""))) + margin),
	);
	const lines = head.length + 1;
	for (let total = sum(widths) + lines; total > columns; total--) {
		const most = Math.max(...widths);
		if (most <= leastColumn) {
			break;
		}
		widths[widths.indexOf(most)] = most - 1;
	}
	return widths;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

function longestLine(text: string): number {
	return Math.max(...text.split("\n").map(displayWidth));
}
