/**
 * Hook insert-check: which values may be stored in a column.
 *
 * Values are converted to the column's type before. `scope` is asked once a column and statement, so that a rule that
 * need not see values costs nothing per row.
 */
import { type AnswerKinds, nothingOrRefusal, oneOf } from "./answer.ts";
import { charsetNamed } from "../types/text/charset.ts";
import { firstInvalidByte } from "../types/text/utf8.ts";
import { type ByteString, encodeText } from "../types/value/value.ts";
import type { ColumnFacts } from "./facts.ts";
import { Hook } from "./hook.ts";
import { type Refusal, refuseBytes } from "./refusal.ts";
import type { Settings, Switch } from "./switch.ts";

/** The values of a column that a rule must see. */
export type CheckScope = "none" | "beyond-ascii" | "all";

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
	 * @returns a refusal whose `cutAt` is where the value is cut without strict mode; undefined to store it, a warning to
	 *   store it with one
	 */
	text(value: ByteString, column: ColumnFacts, _settings: Settings): Refusal | undefined {
		const at = firstInvalidByte(value);
		return at < 0 ? undefined : this.incorrectValue(value, column, at);
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
