/**
 * FLOAT and DOUBLE: printing as MySQL does, and parsing.
 *
 * Values are never NaN or infinite (a sum beyond the greatest double prints as 0). DOUBLE prints the shortest digits
 * that read back as the same number, FLOAT six digits; with an exponent from 1e15 up, unless there are fractional
 * digits, and below 1e-15.
 */
import { roundHalfEven } from "./integer.ts";
import { scanNumber, type NumberText } from "./number-text.ts";
import type { ByteString } from "../value/value.ts";

export const greatestFloat = 3.4028234663852886e38;

/** `decimals` as in DOUBLE(m,d), or -1 for as many as needed. */
export function printDouble(value: number, decimals = -1): string {
	if (decimals >= 0) {
		return printFixed(value, decimals);
	}
	if (!Number.isFinite(value)) {
		return "0";
	}
	const magnitude = Math.abs(value);
	// In this range JavaScript prints the same shortest digits, without an exponent.
	return (magnitude < 1e15 && magnitude >= 1e-6) || magnitude === 0
		? String(value + 0)
		: placePoint(value.toExponential());
}

/** A FLOAT has about seven digits; six are printed. */
export function printFloat(value: number, decimals = -1): string {
	return decimals >= 0 ? printFixed(value, decimals) : placePoint(value.toExponential(5));
}

/** Prints `d.ddde+x` as MySQL does. */
function placePoint(exponential: string): string {
	const mark = exponential.indexOf("e");
	const exponent = Number(exponential.slice(mark + 1));
	const sign = exponential.startsWith("-") ? "-" : "";
	const digits = exponential.slice(sign.length, mark).replace(".", "").replace(/0+$/, "");
	if (digits === "") {
		return "0";
	}
	const isWhole = digits.length <= exponent + 1;
	if ((exponent > 14 && isWhole) || exponent < -15) {
		return `${sign}${digits[0]}${digits.length > 1 ? "." : ""}${digits.slice(1)}e${exponent}`;
	}
	if (exponent < 0) {
		return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
	}
	const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
	const fraction = digits.slice(exponent + 1);
	return fraction === "" ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** Prints with as many digits as fit `width`; unchanged where none fit. */
export function shortenDouble(text: string, value: number, width: number): string {
	for (let digits = Math.min(width, 17); text.length > width && digits > 0; digits--) {
		const rounded = exponentialHalfEven(value, digits - 1);
		const [mantissa, exponent] = rounded.replace("e+", "e").split("e") as [string, string];
		const shorter = [
			printDouble(Number(rounded)),
			`${mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa}e${exponent}`,
		];
		const fitting = shorter.find((each) => each.length <= width);
		if (fitting !== undefined) {
			return fitting;
		}
	}
	return text;
}

/** Prints a fixed number of decimals; digits beyond the shortest form are zeros, as in MySQL. */
export function printFixed(value: number, decimals: number): string {
	if (Math.abs(value) < 1e21) {
		const shortest = String(value);
		const point = shortest.indexOf(".");
		const digits = shortest.includes("e") ? decimals : point < 0 ? 0 : shortest.length - point - 1;
		const padding = decimals - digits;
		const text =
			padding > 0
				? `${shortest}${point < 0 ? "." : ""}${"0".repeat(padding)}`
				: padding === 0 && !shortest.includes("e")
					? shortest
					: value.toFixed(decimals);
		return text.startsWith("-") && !/[1-9]/.test(text) ? text.slice(1) : text;
	}
	if (!Number.isFinite(value)) {
		return "0";
	}
	const [digits, exponent] = value.toExponential().split("e") as [string, string];
	const fraction = (digits.split(".")[1] ?? "").length;
	const whole = digits.replace(".", "") + "0".repeat(Number(exponent) - fraction);
	return decimals === 0 ? whole : `${whole}.${"0".repeat(decimals)}`;
}

/** Rounds to `decimals` digits as DOUBLE(m,d) stores: the part behind the point by itself, halves to even. */
export function roundDouble(value: number, decimals: number): number {
	const whole = Math.floor(value);
	const power = 10 ** decimals;
	return Number.isFinite(value) ? whole + roundHalfEven((value - whole) * power) / power : value;
}

/** As `toExponential`, but a value just between two is rounded to the even digit. */
function exponentialHalfEven(value: number, digits: number): string {
	const beyond = 30;
	const [longer, exponent] = value.toExponential(digits + beyond).split("e") as [string, string];
	const kept = longer.slice(0, -beyond).replace(/\.$/, "");
	const isTie = /^50*$/.test(longer.slice(-beyond));
	return isTie && /[02468]$/.test(kept) ? `${kept}e${exponent}` : value.toExponential(digits);
}

/** Returns the double of a scanned text; out of range the greatest double. */
export function doubleOfNumber(number: NumberText): number {
	if (!number.found) {
		return 0;
	}
	const value = Number(number.text);
	return Number.isFinite(value) ? value + 0 : Math.sign(value) * Number.MAX_VALUE;
}

/** Parses the double at the start of a text, 0 for none. */
export function parseDouble(bytes: ByteString): number {
	return doubleOfNumber(scanNumber(bytes));
}
