/**
 * Order of restores among the statements of a library's callers: after what was asked for before, and before what is
 * asked for later.
 *
 * A statement that takes long is waited for by the kernel, which first lets idle transactions go: it may wait for one
 * of their locks. So here all are waited for a moment only; what its session asked for behind it runs after the
 * restore.
 */
import { patiently } from "../../core/index.ts";

/** Most statements have ended by then. */
const momentMs = 20;

export class RestoreOrder {
	/** The end of the restores that were asked for. */
	#restored: Promise<void> | undefined;

	/** Until when a statement that is asked for now waits. */
	get gate(): Promise<void> | undefined {
		return this.#restored;
	}

	/** `asked`: statements that were asked for before; each resolves when it has ended. */
	async run(asked: readonly Promise<unknown>[], restore: () => Promise<void>): Promise<void> {
		const earlier = this.#restored;
		const restored = (async () => {
			await earlier;
			await patiently(Promise.all(asked), momentMs);
			await restore();
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
