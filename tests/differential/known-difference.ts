/**
 * What an entry of the written list is, and the ways to say how narrow it is.
 *
 * In: a statement and both answers. Out: whether they differ as an entry says. Rows that both have do not count; of
 * the others each has its partner, and every cell that differs must differ in the way named.
 */
import type { Cell, WireResult } from "../measured/wire.ts";

export interface KnownDifference {
	readonly why: string;
	/** Of the statement after it was made as small as it gets; `before`: the sequence that led to it. */
	readonly matches: (sql: string, ours: WireResult, theirs: WireResult, before: string) => boolean;
}

type CellTest = (mine: Cell, other: Cell) => boolean;

/** MariaDB calls utf8 utf8mb3. */
const written = (of: unknown): string => JSON.stringify(of).replaceAll('"utf8mb3', '"utf8');
const lineOf = (row: readonly Cell[]): string => written(row);

/** The rows of `one` that `other` does not have as often. */
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

/** The rows that only one of them has, as often as it does. */
export function rowsApart(ours: WireResult, theirs: WireResult): readonly (readonly Cell[])[] {
	return [...without(ours, theirs), ...without(theirs, ours)];
}

/**
 * Are there as many rows, and does every cell that differs differ so? Rows stand in the order both answered them, or
 * in that of their texts.
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

/** Are there rows of DISTINCT that only one of both has, each with a cell of this kind? */
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

/** Would the answers be the same if both were written otherwise? */
export function sameBut(ours: WireResult, theirs: WireResult, rewrite: (cell: string) => string): boolean {
	const lines = (result: WireResult): string | undefined =>
		result.rows
			?.map((row) => lineOf(row.map((cell) => (typeof cell === "string" ? rewrite(cell) : cell))))
			.sort()
			.join("\n");
	return ours.rows !== undefined && lines(ours) === lines(theirs);
}

/** The same where only some columns of ours are written otherwise. */
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

/** The digits of a BIT given as its bytes. */
export function bitDigits(cell: Cell): Cell {
	const bytes = bytesOf(cell);
	return bytes === undefined || bytes === ""
		? cell
		: BigInt(`0x${Buffer.from(bytes, "latin1").toString("hex")}`).toString();
}

/** Both are numbers that differ by less than this part of them. */
export function isNear(part: number): CellTest {
	return (mine, other) =>
		typeof mine === "string" &&
		typeof other === "string" &&
		mine !== "" &&
		other !== "" &&
		Math.abs(Number(mine) - Number(other)) <= part * Math.max(Math.abs(Number(mine)), Math.abs(Number(other)));
}

/** Both are moments, or both times, and not more than a second apart. */
export const areWithinASecond: CellTest = (mine, other) => {
	const [one, two] = [mine, other].map((cell) => {
		const [, sign = "", days = "", hours = "", minutes = "", seconds = ""] =
			/^(-?)(?:(\d{4}-\d\d-\d\d) )?(\d{2,3}):(\d\d):(\d\d(?:\.\d+)?)$/.exec(String(cell)) ?? [];
		const inDay = (Number(hours || NaN) * 60 + Number(minutes)) * 60 + Number(seconds);
		return (days === "" ? 0 : Date.parse(`${days}Z`) / 1000) + (sign === "-" ? -inDay : inDay);
	}) as [number, number];
	return mine !== other && Math.abs(one - two) <= 1;
};

/** The bytes of a cell, where it has any. */
export function bytesOf(cell: Cell): string | undefined {
	return cell === null
		? undefined
		: typeof cell === "string"
			? Buffer.from(cell, "utf8").toString("latin1")
			: Buffer.from(cell.hex, "hex").toString("latin1");
}

/** Ours are the bytes of a BIT, theirs its digits. */
export const areBytesAndDigits: CellTest = (mine, other) => {
	const bytes = bytesOf(mine);
	return (
		bytes !== undefined &&
		bytes.length > 0 &&
		typeof other === "string" &&
		BigInt(`0x${Buffer.from(bytes, "latin1").toString("hex")}`).toString() === other
	);
};

/** The same characters, the one cell in latin1 and the other in UTF-8. */
export const isRecoded: CellTest = (one, other) =>
	one !== null && other !== null && Buffer.from(bytesOf(one)!, "utf8").equals(Buffer.from(bytesOf(other)!, "latin1"));

/** Ours and theirs, 0 for no error. */
export const codesOf = (ours: WireResult, theirs: WireResult): string =>
	`${ours.error?.code ?? 0} ${theirs.error?.code ?? 0}`;

/** A statement of that form where ours and theirs have these codes; 0 is no error. */
export function mistake(why: string, form: RegExp, ...pairs: readonly string[]): KnownDifference {
	return { why, matches: (sql, ours, theirs) => form.test(sql) && pairs.includes(codesOf(ours, theirs)) };
}

export const messageOf = ({ error }: WireResult): string => String(error?.message ?? "");
export const countOf = ({ rows, ok }: WireResult): number => rows?.length ?? ok?.affected ?? 0;
