/**
 * Formatting of the `sys` schema: numbers in the greatest unit that fits, shortened statements.
 */
import { type ByteString, encodeText } from "../../types/value/value.ts";

type Unit = readonly [size: number, name: string];

const byteUnits: readonly Unit[] = [
	[2 ** 50, "PiB"],
	[2 ** 40, "TiB"],
	[2 ** 30, "GiB"],
	[2 ** 20, "MiB"],
	[2 ** 10, "KiB"],
];
const timeUnits: readonly Unit[] = [
	[6048e14, "w"],
	[864e14, "d"],
	[36e14, "h"],
	[6e13, "m"],
	[1e12, "s"],
	[1e9, "ms"],
	[1e6, "us"],
	[1e3, "ns"],
];

/** Prints in the greatest unit not above the number; smaller numbers by `small`. */
function inUnits(text: ByteString, units: readonly Unit[], small: (number: number) => string): ByteString {
	const number = Number.parseFloat(text) || 0;
	const unit = units.find(([size]) => number >= size);
	return unit === undefined ? small(number) : `${(number / unit[0]).toFixed(2)} ${unit[1]}`;
}

export function formatBytes(bytes: ByteString): ByteString {
	return inUnits(bytes, byteUnits, (number) => `${Math.round(number)} bytes`);
}

export function formatTime(picoseconds: ByteString): ByteString {
	return inUnits(picoseconds, timeUnits, () => `${picoseconds} ps`);
}

/** Longer statements are abbreviated in the middle. */
const longestStatement = 64;
const shownEnd = longestStatement / 2 - 2;

export function formatStatement(statement: ByteString): ByteString {
	const text = [...Buffer.from(statement, "latin1").toString()];
	const shown =
		text.length > longestStatement
			? `${text.slice(0, shownEnd).join("")} ... ${text.slice(-shownEnd).join("")}`
			: text.join("");
	return encodeText(shown.replaceAll("\n", " "));
}
