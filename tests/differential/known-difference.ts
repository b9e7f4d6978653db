/**
 * Type of a known difference, and predicates on two answers that keep an entry narrow.
 *
 * Common rows are ignored; each other row has a counterpart, and every cell that differs must differ in the given
 * way.
 */
import type { Cell, WireResult } from "../measured/wire.ts";

export interface KnownDifference {
	readonly why: string;
	/** `sql` is the minimized statement; `before`: the sequence before it. */
	readonly matches: (sql: string, ours: WireResult, theirs: WireResult, before: string) => boolean;
}

type CellTest = (mine: Cell, other: Cell) => boolean;

/** MariaDB names utf8 utf8mb3. */
const written = (of: unknown): string => JSON.stringify(of).replaceAll('"utf8mb3', '"utf8');
const lineOf = (row: readonly Cell[]): string => written(row);

/** Returns the rows of `one` in excess of those of `other` (multiset difference). */
function without(one: WireResult, other: WireResult): (readonly Cell[])[] {
	const counts = new Map<string, number>();
	for (const row of other.rows ?? []) {
		counts.set(lineOf(row), (counts.get(lineOf(row)) ?? 0) + 1);
	}
	return (one.rows ?? []).filter((row) => {
		const left = counts.get(lineOf(row)) ?? 0;
		counts.set(lineOf(row), left - 1);
		return left <= 0;
	});
}

/** Returns the rows in excess on either side. */
export function rowsApart(ours: WireResult, theirs: WireResult): readonly (readonly Cell[])[] {
	return [...without(ours, theirs), ...without(theirs, ours)];
}

/**
 * Returns whether there are equally many rows and all different cells satisfy `differs`. Rows are paired in the order
 * of the answers, or sorted by their text.
 */
export function cellsDiffer(ours: WireResult, theirs: WireResult, differs: CellTest): boolean {
	if (ours.rows === undefined || theirs.rows === undefined) {
		return false;
	}
	const [mine, other] = [without(ours, theirs), without(theirs, ours)];
	const agrees = (one: readonly (readonly Cell[])[], two: readonly (readonly Cell[])[]): boolean =>
		one.length === two.length &&
		one.every((row, at) =>
			row.every((cell, place) => written(cell) === written(two[at]![place]) || differs(cell, two[at]![place]!)),
		);
	const sorted = (rows: readonly (readonly Cell[])[]): (readonly Cell[])[] =>
		[...rows].sort((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1));
	return mine.length > 0 && (agrees(mine, other) || agrees(sorted(mine), sorted(other)));
}

/** Returns whether a DISTINCT query has rows on one side only, each with a cell of this kind. */
export function distinctRowsDiffer(
	sql: string,
	ours: WireResult,
	theirs: WireResult,
	isSuch: (cell: Cell) => boolean,
): boolean {
	const lone = [...without(ours, theirs), ...without(theirs, ours)];
	return (
		/ distinct /.test(sql) &&
		ours.rows !== undefined &&
		theirs.rows !== undefined &&
		lone.length > 0 &&
		lone.every((row) => row.some(isSuch))
	);
}

/** Returns whether the answers are equal after both are rewritten. */
export function sameBut(ours: WireResult, theirs: WireResult, rewrite: (cell: string) => string): boolean {
	const lines = (result: WireResult): string | undefined =>
		result.rows
			?.map((row) => lineOf(row.map((cell) => (typeof cell === "string" ? rewrite(cell) : cell))))
			.sort()
			.join("\n");
	return ours.rows !== undefined && lines(ours) === lines(theirs);
}

/** Returns whether the answers are equal after some columns of ours are rewritten. */
export function sameButColumns(ours: WireResult, theirs: WireResult, rewrite: (cell: Cell) => Cell): boolean {
	const [mine, other] = [ours.rows ?? [], theirs.rows ?? []];
	const linesOf = (rows: readonly (readonly Cell[])[]): string => rows.map(lineOf).sort().join("\n");
	const columns = mine[0]?.length ?? 0;
	const wanted = linesOf(other);
	return (
		mine.length === other.length &&
		columns > 0 &&
		Array.from({ length: 2 ** columns - 1 }, (_, at) => at + 1).some(
			(mask) => linesOf(mine.map((row) => row.map((cell, at) => ((mask >> at) & 1 ? rewrite(cell) : cell)))) === wanted,
		)
	);
}

/** Returns the decimal number of a BIT value given as bytes. */
export function bitDigits(cell: Cell): Cell {
	const bytes = bytesOf(cell);
	return bytes === undefined || bytes === ""
		? cell
		: BigInt(`0x${Buffer.from(bytes, "latin1").toString("hex")}`).toString();
}

/** Returns a test for numbers whose relative difference is at most `part`. */
export function isNear(part: number): CellTest {
	return (mine, other) =>
		typeof mine === "string" &&
		typeof other === "string" &&
		mine !== "" &&
		other !== "" &&
		Math.abs(Number(mine) - Number(other)) <= part * Math.max(Math.abs(Number(mine)), Math.abs(Number(other)));
}

/** Both are datetimes, or both times, at most a second apart. */
export const areWithinASecond: CellTest = (mine, other) => {
	const [one, two] = [mine, other].map((cell) => {
		const [, sign = "", days = "", hours = "", minutes = "", seconds = ""] =
			/^(-?)(?:(\d{4}-\d\d-\d\d) )?(\d{2,3}):(\d\d):(\d\d(?:\.\d+)?)$/.exec(String(cell)) ?? [];
		const inDay = (Number(hours || NaN) * 60 + Number(minutes)) * 60 + Number(seconds);
		return (days === "" ? 0 : Date.parse(`${days}Z`) / 1000) + (sign === "-" ? -inDay : inDay);
	}) as [number, number];
	return mine !== other && Math.abs(one - two) <= 1;
};

/** Returns the bytes of a cell; undefined for NULL. */
export function bytesOf(cell: Cell): string | undefined {
	return cell === null
		? undefined
		: typeof cell === "string"
			? Buffer.from(cell, "utf8").toString("latin1")
			: Buffer.from(cell.hex, "hex").toString("latin1");
}

/** Ours is a BIT as bytes, theirs its decimal number. */
export const areBytesAndDigits: CellTest = (mine, other) => {
	const bytes = bytesOf(mine);
	return (
		bytes !== undefined &&
		bytes.length > 0 &&
		typeof other === "string" &&
		BigInt(`0x${Buffer.from(bytes, "latin1").toString("hex")}`).toString() === other
	);
};

/** Equal characters, one cell in latin1, the other in UTF-8. */
export const isRecoded: CellTest = (one, other) =>
	one !== null && other !== null && Buffer.from(bytesOf(one)!, "utf8").equals(Buffer.from(bytesOf(other)!, "latin1"));

/** Returns both error codes, ours first; 0 for no error. */
export const codesOf = (ours: WireResult, theirs: WireResult): string =>
	`${ours.error?.code ?? 0} ${theirs.error?.code ?? 0}`;

/** Makes an entry for statements that match `form` and whose error codes (`codesOf`) are one of `pairs`. */
export function mistake(why: string, form: RegExp, ...pairs: readonly string[]): KnownDifference {
	return { why, matches: (sql, ours, theirs) => form.test(sql) && pairs.includes(codesOf(ours, theirs)) };
}

export const messageOf = ({ error }: WireResult): string => String(error?.message ?? "");
export const countOf = ({ rows, ok }: WireResult): number => rows?.length ?? ok?.affected ?? 0;
