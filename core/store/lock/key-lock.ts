/**
 * The lock of one key: its holders and its queue of waits.
 *
 * Most locks have one holder and no queue: then it is one small object.
 */
import type { Key } from "../contract.ts";
import type { Holding } from "./holding.ts";
import { conflict, includes, joined, type LockMode } from "./mode.ts";

interface Holder {
	readonly holding: Holding;
	mode: LockMode;
}

/** A wait in the queue. */
export interface InLine {
	readonly holding: Holding;
	readonly mode: LockMode;
}

export class KeyLock<W extends InLine = InLine> {
	readonly key: Key;
	#holding: Holding | undefined;
	#mode: LockMode;
	#others: Holder[] | undefined;
	queue: W[] | undefined;

	constructor(key: Key, holding: Holding | undefined, mode: LockMode) {
		this.key = key;
		this.#holding = holding;
		this.#mode = mode;
	}

	get isFree(): boolean {
		return this.#holding === undefined && this.queue === undefined;
	}

	/** Whether the holding has it in a mode that includes `mode`. */
	has(holding: Holding, mode: LockMode): boolean {
		if (this.#holding === holding) {
			return includes(this.#mode, mode);
		}
		return this.#others?.some((other) => other.holding === holding && includes(other.mode, mode)) === true;
	}

	add(holding: Holding, mode: LockMode): void {
		if (this.#holding === undefined) {
			this.#holding = holding;
			this.#mode = mode;
			holding.keys.push(this.key);
		} else if (this.#holding === holding) {
			this.#mode = joined(this.#mode, mode);
		} else {
			const own = this.#others?.find((other) => other.holding === holding);
			if (own !== undefined) {
				own.mode = joined(own.mode, mode);
			} else {
				this.#others ??= [];
				this.#others.push({ holding, mode });
				holding.keys.push(this.key);
			}
		}
	}

	/** Leaves the holding's `keys` as they are. */
	remove(holding: Holding): void {
		if (this.#holding === holding) {
			const next = this.#others?.shift();
			this.#holding = next?.holding;
			this.#mode = next?.mode ?? "shared";
		} else if (this.#others !== undefined) {
			this.#others = this.#others.filter((other) => other.holding !== holding);
		}
		if (this.#others?.length === 0) {
			this.#others = undefined;
		}
	}

	/** Every holder, with its mode. */
	*holders(): Iterable<{ readonly holding: Holding; readonly mode: LockMode }> {
		if (this.#holding !== undefined) {
			yield { holding: this.#holding, mode: this.#mode };
			yield* this.#others ?? [];
		}
	}

	/** The holders of other agents whose modes are incompatible with `mode`, but for those that it reads ahead of. */
	*rivals(holding: Holding, mode: LockMode): Iterable<Holding> {
		for (const holder of this.holders()) {
			const isPassed = holder.holding.isLaid && holding.readsAhead;
			if (!isPassed && holder.holding.agent !== holding.agent && conflict(holder.mode, mode)) {
				yield holder.holding;
			}
		}
	}
}
