/**
 * Suggests a numeric type for a text column if all its values are numbers (PROCEDURE ANALYSE()).
 *
 * As in MySQL a single digit does not count as a number that decides a type, and leading zeros may be a postcode.
 */
import type { ByteString } from "../../types/value/value.ts";

const ranges: readonly (readonly [name: string, bits: number])[] = [
	["TINYINT", 8],
	["SMALLINT", 16],
	["MEDIUMINT", 24],
	["INT", 32],
];

/** Returns the smallest type that holds all integers between two numbers. */
export function integerType(least: number, greatest: number, length: number): string {
	const found = ranges.find(
		([, bits]) => least >= -(2 ** (bits - 1)) && greatest <= 2 ** (least >= 0 ? bits : bits - 1) - 1,
	);
	return `${found?.[0] ?? "BIGINT"}(${length})`;
}

export class NumbersInText {
	#isPossible = true;
	#isFound = false;
	#isFloat = false;
	#isFilled = false;
	#digits = 0;
	#decimals = 0;
	#least = 0;
	#greatest = 0;

	add(text: ByteString): void {
		const read = this.#isPossible ? /^\s*(-?)(\d+)(?:\.(\d*)|([eE][-+]\d+))?$/.exec(text) : null;
		if (read === null) {
			this.#isPossible = false;
			return;
		}
		const [, sign = "", whole = "", fraction, exponent] = read;
		const decimals = (fraction ?? "").replace(/0+$/, "").length;
		const isFilled = /^0\d/.test(whole);
		const isPlain = fraction === undefined && exponent === undefined;
		if ((isPlain && whole.length === 1) || (sign === "-" && whole.startsWith("0")) || (isFilled && !isPlain)) {
			this.#isPossible = false;
			return;
		}
		const number = Number(`${sign}${whole}`);
		this.#isFound = true;
		this.#isFloat ||= exponent !== undefined;
		this.#isFilled ||= isFilled;
		this.#digits = Math.max(this.#digits, whole.length);
		this.#decimals = Math.max(this.#decimals, decimals);
		this.#least = Math.min(this.#least, number);
		this.#greatest = Math.max(this.#greatest, number);
	}

	/** Undefined: not all values are numbers. */
	fieldType(): string | undefined {
		if (!this.#isPossible || !this.#isFound) {
			return undefined;
		}
		if (this.#isFloat) {
			return "DOUBLE";
		}
		if (this.#decimals > 0) {
			return `FLOAT(${this.#digits + this.#decimals},${this.#decimals})`;
		}
		const type = integerType(this.#least, this.#greatest, this.#digits);
		return `${type}${this.#least >= 0 ? " UNSIGNED" : ""}${this.#isFilled ? " ZEROFILL" : ""}`;
	}
}
