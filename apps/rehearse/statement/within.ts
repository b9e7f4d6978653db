/**
 * Texts that run within a statement: those of routines, triggers and EXECUTE, which its own text may not show; queries
 * of cursors and expressions with queries among them.
 */
import type { ByteString } from "../../../core/index.ts";
import { bare } from "./kind.ts";

/** So many of a statement are kept, and so many bytes of each. */
const mostTexts = 4;
const mostBytes = 1000;
/** All else says nothing of data or catalog: variables are set, texts prepared. */
const touching =
	/^\s*\(*\s*(select|insert|replace|update|delete|load|create|alter|drop|rename|truncate)\b|\(\s*select\b/i;

export class WithinTexts {
	readonly #first = new Set<ByteString>();
	#last: ByteString | undefined;

	add(text: ByteString): void {
		this.#last = text;
		if (this.#first.size < mostTexts && touching.test(bare(text))) {
			this.#first.add(text);
		}
	}

	clear(): void {
		this.#first.clear();
		this.#last = undefined;
	}

	/** @param failed - that which ran last alone: it failed */
	texts(failed: boolean): readonly ByteString[] {
		const texts = failed && this.#last !== undefined ? [this.#last] : [...this.#first];
		return texts.map((text) => text.slice(0, mostBytes));
	}
}
