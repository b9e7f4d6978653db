/**
 * Exchange of a server's data for another state: statements that come meanwhile wait for its end.
 */
import type { FastStore } from "../../store/fast-store.ts";

/** When a session's statement may run, where that is not now. */
export function turnToRun(session: {
	readonly isInternal: boolean;
	readonly server: { readonly exchange?: Exchange | undefined; readonly store: Pick<FastStore, "ready"> };
}): Promise<void> | undefined {
	const { isInternal, server } = session;
	return isInternal ? undefined : (server.exchange?.wait(session) ?? server.store.ready?.());
}

export class Exchange {
	readonly ended: Promise<void>;
	#end = (): void => {};
	/** Sessions whose statement waits. */
	readonly #waiting = new Set<object>();

	constructor() {
		this.ended = new Promise((resolve) => {
			this.#end = resolve;
		});
	}

	async wait(session: object): Promise<void> {
		this.#waiting.add(session);
		await this.ended;
	}

	isWaiting(session: object): boolean {
		return this.#waiting.has(session);
	}

	end(): void {
		this.#end();
	}
}
