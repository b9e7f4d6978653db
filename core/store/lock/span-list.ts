/**
 * Granted spans (gap locks) of all transactions, and the waits for spans.
 */
import type { Key } from "../contract.ts";
import type { Holding, Span } from "./holding.ts";
import type { SpanWait } from "./lock-wait.ts";
import { conflict, type LockMode } from "./mode.ts";

export class SpanList {
	#spans: Span[] = [];
	#waits: SpanWait[] = [];

	get isEmpty(): boolean {
		return this.#spans.length === 0;
	}

	/** Whether all spans are of one holding. */
	areOnly(holding: Holding): boolean {
		return this.#spans.every((span) => span.holding === holding);
	}

	/** Whether a span is around the key. */
	hold(key: Key): boolean {
		return this.#spans.some((span) => span.from <= key && key < span.to);
	}

	/** Whether a span blocks a claim of the key; `isNew`: the key may be inserted. */
	block(holding: Holding, key: Key, mode: LockMode, isNew: boolean): boolean {
		for (const span of this.#spans) {
			if (isFence(span, holding, key, mode, isNew)) {
				return true;
			}
		}
		return false;
	}

	/** The holders of the spans that block a claim of the key. */
	*keyRivals(holding: Holding, key: Key, mode: LockMode, isNew: boolean): Iterable<Holding> {
		for (const span of this.#spans) {
			if (isFence(span, holding, key, mode, isNew)) {
				yield span.holding;
			}
		}
	}

	/** The holders of the spans that block another span. */
	*spanRivals({ from, to, mode, covers, holding }: Span): Iterable<Holding> {
		for (const span of this.#spans) {
			if (
				covers &&
				span.covers &&
				span.from < to &&
				from < span.to &&
				span.holding.agent !== holding.agent &&
				conflict(span.mode, mode)
			) {
				yield span.holding;
			}
		}
	}

	grant(span: Span): void {
		this.#spans.push(span);
		span.holding.spans.push(span);
	}

	release(holding: Holding): void {
		this.#spans = this.#spans.filter((span) => span.holding !== holding);
	}

	wait(wait: SpanWait): void {
		this.#waits.push(wait);
	}

	giveUp(wait: SpanWait): void {
		this.#waits = this.#waits.filter((other) => other !== wait);
	}

	/** Grants the waits that are no longer blocked. */
	grantWaits(): void {
		for (const wait of this.#waits.length === 0 ? [] : [...this.#waits]) {
			if (!wait.isBlocked) {
				this.giveUp(wait);
				this.grant(wait.span);
				wait.keep();
			}
		}
	}

	[Symbol.iterator](): Iterator<Span> {
		return this.#spans[Symbol.iterator]();
	}
}

/** Whether another transaction's span blocks a claim of the key. */
function isFence(span: Span, holding: Holding, key: Key, mode: LockMode, isNew: boolean): boolean {
	return (
		span.from <= key &&
		key < span.to &&
		span.holding.agent !== holding.agent &&
		(isNew || (span.covers && conflict(span.mode, mode)))
	);
}
