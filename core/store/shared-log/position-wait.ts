/**
 * Waits until a server has applied the log up to a position.
 */
import type { Position } from "./commit-log.ts";

interface Waiting {
	readonly position: Position;
	resolve(): void;
	reject(failure: Error): void;
}

export class PositionWait {
	#waiting: Waiting[] = [];
	readonly #others = new Set<(failure: Error) => void>();

	/** Resolves when the position is reached. */
	until(position: Position, now: Position): Promise<void> {
		return now >= position
			? Promise.resolve()
			: new Promise((resolve, reject) => this.#waiting.push({ position, resolve, reject }));
	}

	reached(position: Position): void {
		if (this.#waiting.length > 0) {
			const waiting = this.#waiting;
			this.#waiting = waiting.filter((each) => each.position > position);
			for (const each of waiting) {
				if (each.position <= position) {
					each.resolve();
				}
			}
		}
	}

	/** Answers as the promise does, unless all waiting is given up before. */
	orGivenUp<T>(asked: Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			this.#others.add(reject);
			asked.then(resolve, reject).finally(() => this.#others.delete(reject));
		});
	}

	giveUp(failure: Error): void {
		const waiting = this.#waiting;
		this.#waiting = [];
		for (const { reject } of waiting) {
			reject(failure);
		}
		for (const reject of this.#others) {
			reject(failure);
		}
		this.#others.clear();
	}
}
