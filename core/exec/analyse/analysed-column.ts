/**
 * Value statistics of one column for PROCEDURE ANALYSE(): extremes, lengths, sums, distinct values while few.
 *
 * Suggests ENUM of the values if few were collected, else the smallest type that holds them. Empty texts and zeros
 * are only counted as such, unless one comes first.
 */
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import { comparator } from "../../types/compare/comparison.ts";
import { printDouble } from "../../types/numeric/float.ts";
import { printer } from "../../types/print/print.ts";
import { familyOf } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { integerType, NumbersInText } from "./analysed-text.ts";

/** Fractional digits of means, and the digits that a decimal's mean has beyond the decimal's. */
const meanDigits = 4;

/** Type of a column without values. */
const noType = "CHAR(0)";

export interface AnalysedColumn {
	readonly least: ByteString | null;
	readonly greatest: ByteString | null;
	readonly minimumLength: number;
	readonly maximumLength: number;
	readonly empties: number;
	readonly nulls: number;
	add(value: Value): void;
	average(rows: number): ByteString;
	/** Null for text. */
	deviation(rows: number): ByteString | null;
	fieldType(rows: number): ByteString;
}

export function analysedColumn(column: ResultColumn, maximumElements: number, maximumBytes: number): AnalysedColumn {
	switch (familyOf(column.type)) {
		case "integer":
		case "bit":
			return new NumberColumn(column, maximumElements, meanDigits);
		case "decimal":
			return new NumberColumn(column, maximumElements, column.type.scale + meanDigits);
		case "float":
			return new NumberColumn(column, maximumElements, column.type.scale >= 0 ? column.type.scale : -1);
		default:
			return new TextColumn(column, maximumBytes);
	}
}

/** Statistics common to all columns. */
class Notes {
	least: ByteString | null = null;
	greatest: ByteString | null = null;
	minimumLength = 0;
	maximumLength = 0;
	empties = 0;
	nulls = 0;
	isFound = false;
	sum = 0;
	protected readonly column: ResultColumn;
	protected readonly compare: (a: never, b: never) => number;
	/** Values by printed form; undefined: too many. */
	protected elements: Map<ByteString, Value> | undefined = new Map();
	#lowest: Value = null;
	#highest: Value = null;

	constructor(column: ResultColumn) {
		this.column = column;
		this.compare = comparator(column.type) as (a: never, b: never) => number;
	}

	protected note(value: Value, text: ByteString, length: number, isEmpty: boolean): void {
		this.empties += isEmpty ? 1 : 0;
		if (this.isFound && isEmpty) {
			return;
		}
		if (!this.isFound || this.compare(value as never, this.#lowest as never) < 0) {
			[this.#lowest, this.least] = [value, text];
		}
		if (!this.isFound || this.compare(value as never, this.#highest as never) > 0) {
			[this.#highest, this.greatest] = [value, text];
		}
		this.minimumLength = this.isFound ? Math.min(this.minimumLength, length) : length;
		this.maximumLength = Math.max(this.maximumLength, length);
		this.isFound = true;
	}

	/** Returns ENUM of all values, in order. */
	protected enumeration(): ByteString | undefined {
		if (this.elements === undefined || this.elements.size === 0) {
			return undefined;
		}
		const sorted = [...this.elements].sort(([, a], [, b]) => this.compare(a as never, b as never));
		return `ENUM(${sorted.map(([text]) => `'${text.replace(/['\\]/g, "\\$&")}'`).join(",")})`;
	}
}

class NumberColumn extends Notes implements AnalysedColumn {
	readonly #maximumElements: number;
	/** Fractional digits of means; -1: unlimited. */
	readonly #digits: number;
	readonly #print: (value: never) => ByteString;
	readonly #unit: number;
	#squares = 0;
	/** Fractional digits without trailing zeros. */
	#decimals = 0;
	#least = Number.POSITIVE_INFINITY;
	#greatest = Number.NEGATIVE_INFINITY;

	constructor(column: ResultColumn, maximumElements: number, digits: number) {
		super(column);
		this.#maximumElements = maximumElements;
		this.#digits = digits;
		this.#print = (
			familyOf(column.type) === "bit" ? (value: Value) => String(bitNumber(value)) : printer(column.type)
		) as (value: never) => ByteString;
		this.#unit = familyOf(column.type) === "decimal" ? 10 ** column.type.scale : 1;
	}

	add(value: Value): void {
		if (value === null) {
			this.nulls++;
			return;
		}
		const number = Number(familyOf(this.column.type) === "bit" ? bitNumber(value) : value) / this.#unit;
		const text = this.#print(value as never);
		this.note(value, text, this.#lengthOf(text), number === 0);
		this.sum += number;
		this.#squares += number * number;
		this.#decimals = Math.max(this.#decimals, /\.(\d*[1-9])/.exec(text)?.[1]?.length ?? 0);
		if (number !== 0 || this.#least > this.#greatest) {
			this.#least = Math.min(this.#least, number);
			this.#greatest = Math.max(this.#greatest, number);
		}
		if (this.elements !== undefined && !this.elements.has(text)) {
			this.elements.set(text, value);
			this.elements = this.elements.size > this.#maximumElements ? undefined : this.elements;
		}
	}

	/** Length of a decimal: its groups of nine digits, with room for a sign and a terminator. */
	#lengthOf(text: ByteString): number {
		if (familyOf(this.column.type) !== "decimal") {
			return text.length;
		}
		const [whole = ""] = text.replace(/^-?0*/, "").split(".");
		const { scale } = this.column.type;
		return Math.max(Math.ceil(whole.length / 9) * 9, 1) + scale + (scale > 0 ? 1 : 0) + 2;
	}

	average(rows: number): ByteString {
		const count = rows - this.nulls;
		return count === 0 ? "0.0" : this.#shown(this.sum / count);
	}

	deviation(rows: number): ByteString {
		const count = rows - this.nulls;
		return count === 0
			? "0.0"
			: this.#shown(Math.sqrt(Math.max(this.#squares - (this.sum * this.sum) / count, 0) / count));
	}

	#shown(mean: number): ByteString {
		return this.#digits < 0 ? printDouble(mean) : mean.toFixed(this.#digits);
	}

	fieldType(): ByteString {
		const { type } = this.column;
		const [least, greatest] = [this.#least, this.#greatest];
		const listed = this.isFound ? this.enumeration() : noType;
		if (listed !== undefined) {
			return listed;
		}
		const sign = least >= 0 ? " UNSIGNED" : "";
		const fill = type.zerofill === true ? " ZEROFILL" : "";
		switch (familyOf(type)) {
			case "decimal":
				return `DECIMAL(${this.maximumLength - (type.scale > 0 ? 1 : 0)}, ${type.scale})${fill}`;
			case "float": {
				if (this.#decimals > 0) {
					const name = Math.max(-least, greatest) <= 3.402823466e38 ? "FLOAT" : "DOUBLE";
					return type.scale >= 0
						? `${name}(${this.maximumLength - type.scale - 1 + this.#decimals},${this.#decimals})${fill}`
						: `${name}${fill}`;
				}
				const digits = type.scale >= 0 ? this.maximumLength - type.scale - 1 : this.maximumLength;
				return `${integerType(least, greatest, digits)}${sign}${fill}`;
			}
			default:
				return `${integerType(least, greatest, this.maximumLength)}${sign}${fill}`;
		}
	}
}

function bitNumber(value: Value): bigint {
	return typeof value === "string"
		? BigInt(`0x${Buffer.from(value, "latin1").toString("hex") || "0"}`)
		: BigInt(value as number | bigint);
}

class TextColumn extends Notes implements AnalysedColumn {
	readonly #maximumBytes: number;
	readonly #print: (value: never) => ByteString;
	readonly #numbers = new NumbersInText();
	#keptBytes = 0;
	/** CHAR would lose the trailing space. */
	#endsInSpace = false;

	constructor(column: ResultColumn, maximumBytes: number) {
		super(column);
		this.#maximumBytes = maximumBytes;
		this.#print = printer(column.type) as (value: never) => ByteString;
	}

	add(value: Value): void {
		if (value === null) {
			this.nulls++;
			return;
		}
		const text = this.#print(value as never);
		this.#endsInSpace ||= text.endsWith(" ");
		this.#numbers.add(text);
		this.note(value, text, text.length, text === "");
		this.sum += text.length;
		if (this.elements !== undefined && !this.elements.has(text)) {
			this.elements.set(text, value);
			this.#keptBytes += text.length;
			this.elements = this.#keptBytes > this.#maximumBytes ? undefined : this.elements;
		}
	}

	average(rows: number): ByteString {
		const count = rows - this.nulls;
		return count === 0 ? "0.0" : (this.sum / count).toFixed(meanDigits);
	}

	deviation(): null {
		return null;
	}

	fieldType(rows: number): ByteString {
		const listed = this.#keptBytes === 0 ? undefined : this.enumeration();
		return listed ?? this.#numbers.fieldType() ?? this.#textType(rows - this.nulls);
	}

	#textType(count: number): ByteString {
		const { maximumLength: length } = this;
		const kind = this.column.type.charset === "binary" ? "BLOB" : "TEXT";
		if (length >= 256) {
			return `${length < 2 ** 16 ? "" : length < 2 ** 24 ? "MEDIUM" : "LONG"}${kind}`;
		}
		if (this.#endsInSpace) {
			return `TINY${kind}`;
		}
		return length * count < this.sum + count || count === 0 ? `CHAR(${length})` : `VARCHAR(${length})`;
	}
}
