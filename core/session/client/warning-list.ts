/**
 * Diagnostics area of a session: warnings of its last statement, as SHOW WARNINGS lists them.
 *
 * Limited to `max_error_count`; the total is counted.
 */
import type { SqlError } from "../../errors/catalogue.ts";
import { catalogue, type ErrorName, fillSentence } from "../../errors/catalogue.ts";
import type { Warning, WarningLevel } from "../../types/evaluation/evaluation.ts";
import { escapeInvalid } from "../../types/text/utf8.ts";
import { conditionOf } from "../statements/condition.ts";

interface WarningMark {
	readonly count: number;
	readonly errorCount: number;
	readonly length: number;
}

export class WarningList {
	#list: Warning[] = [];
	/** Those of the statement as a whole. */
	#lasting: Warning[] = [];
	/** Total, including those beyond `limit`. */
	count = 0;
	errorCount = 0;
	/** `max_error_count`. */
	limit = 64;
	/** `sql_notes`. */
	takesNotes = true;
	readonly #sendsRaw: boolean;

	/** `sendsRaw`: messages keep bytes that are no text, as measured; else they are escaped. */
	constructor(sendsRaw: boolean) {
		this.#sendsRaw = sendsRaw;
	}

	get all(): readonly Warning[] {
		return this.#list;
	}

	add(level: WarningLevel, name: ErrorName, args: readonly (string | number | bigint)[]): void {
		const [code, , sentence] = catalogue[name];
		this.record({ level, code, message: fillSentence(sentence, args) });
	}

	record(warning: Warning): void {
		if (warning.level === "Note" && !this.takesNotes) {
			return;
		}
		this.count++;
		if (warning.level === "Error") {
			this.errorCount++;
		}
		if (this.#list.length < this.limit) {
			this.#list.push(this.#sendsRaw ? warning : { ...warning, message: escapeInvalid(warning.message) });
		}
	}

	/** Adds a statement's error to its warnings. */
	fail(error: SqlError): void {
		this.record(conditionOf(error));
	}

	/** A position to `rewind` to. */
	get mark(): WarningMark {
		return { count: this.count, errorCount: this.errorCount, length: this.#list.length };
	}

	rewind({ count, errorCount, length }: WarningMark): void {
		if (this.count > count) {
			this.#list.length = Math.min(this.#list.length, length);
			this.count = count;
			this.errorCount = errorCount;
		}
	}

	clear(): void {
		if (this.count > 0) {
			this.#list = [];
			this.count = 0;
			this.errorCount = 0;
			this.#lasting = [];
		}
	}

	/** Records a warning that stays when the statement is tried again. */
	recordLasting(warning: Warning): void {
		this.#lasting.push(warning);
		this.record(warning);
	}

	/** Before the statement is tried again: its runs will warn anew. */
	forget(): void {
		const lasting = this.#lasting;
		this.clear();
		lasting.forEach((warning) => this.recordLasting(warning));
	}
}
