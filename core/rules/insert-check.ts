/**
 * insert-check: which values are let into a column.
 *
 * In: a value already converted to the column's type, facts of the column, the settings in force. Out: nothing, or a
 * refusal that also says where the value is cut when the statement isn't strict. `scope` is asked once a column and
 * statement, so that a rule which need not look at values costs nothing per row.
 */
import { type AnswerKinds, nothingOrRefusal, oneOf } from "./answer.ts";
import { charsetNamed } from "../types/text/charset.ts";
import { firstInvalidByte } from "../types/text/utf8.ts";
import { type ByteString, encodeText } from "../types/value.ts";
import type { ColumnFacts } from "./facts.ts";
import { Hook } from "./hook.ts";
import { type Refusal, refuseBytes } from "./refusal.ts";
import type { Settings, Switch } from "./switch.ts";

/** Which values of a column a rule wants to see. */
export type CheckScope = "none" | "beyond-ascii" | "all";

export const skipUtf8Check: Switch = {
	setting: "skip-utf8-check",
	surface: "variable",
	name: "db_skip_utf8_check",
	scope: "both",
	default: false,
	about: "Skips the validity check of data written to utf8 and utf8mb4 columns.",
};

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

	/** What must be looked at in this column under these settings. */
	scope(column: ColumnFacts, settings: Settings): CheckScope {
		const checked = column.inForce.charset === "utf8" || column.inForce.charset === "utf8mb4";
		return checked && !settings.on(skipUtf8Check.setting) ? "beyond-ascii" : "none";
	}

	/** A text value (ENUM and SET: the elements' text); bytes in the column's charset. */
	text(value: ByteString, column: ColumnFacts, _settings: Settings): Refusal | undefined {
		const at = firstInvalidByte(value);
		return at < 0 ? undefined : this.incorrectValue(value, column, at);
	}

	/** The error all refused values share: the whole value in hexadecimal and as it is. */
	incorrectValue(value: ByteString, column: ColumnFacts, cutAt: number): Refusal {
		const hexadecimal = Buffer.from(value, "latin1").toString("hex");
		const message = `incorrect utf8 value ${hexadecimal}(${value}) for column ${encodeText(column.name)}`;
		return refuseBytes(1366, "HY000", message, cutAt);
	}
}

/** How many bytes a character of the charset takes at the most. */
export function widestCharacterBytes(charset: string): number {
	return charsetNamed(charset)?.maxBytes ?? 1;
}
