/**
 * Order of restores among the statements of a library's callers: after what was asked for before, and before what is
 * asked for later.
 */
import { clearTimeout, nowMs, setTimeout } from "../../core/index.ts";

export class RestoreOrder {
	/** The end of the restores that were asked for. */
	#restored: Promise<void> | undefined;

	/** Until when a statement that is asked for now waits. */
	get gate(): Promise<void> | undefined {
		return this.#restored;
	}

	/**
	 * @param asked - statements that were asked for before; each resolves when it has ended
	 * @param patienceMs - they are waited for no longer than that
	 * @param restore - gets what is left of the patience
	 */
	async run(
		asked: readonly Promise<unknown>[],
		patienceMs: number,
		restore: (patienceMs: number) => Promise<void>,
	): Promise<void> {
		const earlier = this.#restored;
		const restored = (async () => {
			await earlier;
			const sinceMs = nowMs();
			await ended(asked, patienceMs);
			await restore(Math.max(0, patienceMs - (nowMs() - sinceMs)));
		})();
		const gate = restored.catch(() => {});
		this.#restored = gate;
		try {
			await restored;
		} finally {
			if (this.#restored === gate) {
				this.#restored = undefined;
			}
		}
	}
}

/** Waits for all, but no longer than that. */
function ended(asked: readonly Promise<unknown>[], patienceMs: number): Promise<void> {
	return new Promise((resolve) => {
		const late = setTimeout(resolve, patienceMs);
		void Promise.all(asked).then(() => {
			clearTimeout(late);
			resolve();
		});
	});
}
