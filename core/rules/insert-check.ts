/**
 * Hook insert-check: which values may be stored in a column.
 *
 * Values are converted to the column's type before. `scope` is asked once a column and statement, and `rowScope` once a
 * table, so that a rule that need not see values costs nothing per row. Where no rule answers `value` or `row`, the
 * kernel asks neither of them, nor the scope of columns of other types than text.
 */
import { type AnswerKinds, nothingOrRefusal, oneOf } from "./answer.ts";
import { charsetNamed } from "../types/text/charset.ts";
import { firstInvalidByte } from "../types/text/utf8.ts";
import { type ByteString, encodeText } from "../types/value/value.ts";
import type { ColumnFacts, TableFacts } from "./facts.ts";
import { Hook } from "./hook.ts";
import { type Refusal, refuseBytes } from "./refusal.ts";
import type { Settings, Switch } from "./setting/switch.ts";

/** The values of a column that a rule must see; NULL, and values that are not text, belong to `all` alone. */
export type CheckScope = "none" | "beyond-ascii" | "all";

/** A value of any type: a number, NULL, or its bytes as printed (`12.50`, `2024-01-31`, `{"a": 1}`). */
export type RuleValue = number | bigint | ByteString | null;

/** A whole row, by column name. */
export type RuleRow = Readonly<Record<string, RuleValue>>;

/** The setting that disables the check of a column's values. */
export const skipUtf8Check: Switch = {
	setting: "skip-utf8-check",
	surface: "variable",
	name: "db_skip_utf8_check",
	scope: "both",
	default: false,
	about: "Skips the validity check of data written to utf8 and utf8mb4 columns.",
};

/** Questions about values on their way into a column. */
export class InsertCheck extends Hook {
	static readonly hook: string = "insert-check";
	static override readonly phrases = ["incorrectValue"];
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		scope: oneOf("none", "beyond-ascii", "all"),
		text: nothingOrRefusal,
		value: nothingOrRefusal,
		rowScope: oneOf("none", "all"),
		row: nothingOrRefusal,
	};

	override switches(): readonly Switch[] {
		return [skipUtf8Check];
	}

	/** @returns which values of this column must be checked under these settings */
	scope(column: ColumnFacts, settings: Settings): CheckScope {
		const checked = column.inForce.charset === "utf8" || column.inForce.charset === "utf8mb4";
		return checked && !settings.on(skipUtf8Check.setting) ? "beyond-ascii" : "none";
	}

	/**
	 * Checks a text value.
	 * @param value bytes in the column's charset; of ENUM and SET the elements' text
	 * @returns a refusal whose `cutAt` is where the value is cut without strict mode; undefined to store it, a warning
	 *   to store it with one
	 */
	text(value: ByteString, column: ColumnFacts, _settings: Settings): Refusal | undefined {
		const at = firstInvalidByte(value);
		return at < 0 ? undefined : this.incorrectValue(value, column, at);
	}

	/**
	 * Checks a value that is not text, or NULL in any column, where `scope` answers `all`. Refused without strict mode
	 * it is replaced by NULL, or by the type's zero where that is refused or cannot be.
	 * @returns a refusal, a warning to store it with, or undefined to store it
	 */
	value(_value: RuleValue, _column: ColumnFacts, _settings: Settings): Refusal | undefined {
		return undefined;
	}

	/** @returns whether this table's rows must be checked as a whole under these settings */
	rowScope(_table: TableFacts, _settings: Settings): "none" | "all" {
		return "none";
	}

	/**
	 * Checks a row that INSERT, REPLACE, UPDATE or LOAD DATA is about to write, generated columns and ids included.
	 * @returns a refusal, which IGNORE turns into a warning and a skipped row; a warning to write it with; or undefined
	 */
	row(_row: RuleRow, _table: TableFacts, _settings: Settings): Refusal | undefined {
		return undefined;
	}

	/** @returns the error that refused values share: the whole value in hexadecimal and as it is */
	incorrectValue(value: ByteString, column: ColumnFacts, cutAt: number): Refusal {
		const hexadecimal = Buffer.from(value, "latin1").toString("hex");
		const message = `incorrect utf8 value ${hexadecimal}(${value}) for column ${encodeText(column.name)}`;
		return refuseBytes(1366, "HY000", message, cutAt);
	}
}

/**
 * @param charset a charset's name
 * @returns the most bytes that one of its characters takes
 */
export function widestCharacterBytes(charset: string): number {
	return charsetNamed(charset)?.maxBytes ?? 1;
}
