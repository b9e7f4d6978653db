/**
 * Exchange of a server's data for another state: commands that were at hand run to their end before it, those that come
 * meanwhile wait for it.
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
	/**
	 * Sessions with a command that was at hand before: its statements, those of a program and of a text of several
	 * too, do not wait.
	 */
	readonly #earlier: Set<object>;
	/** Sessions whose statement waits. */
	readonly #waiting = new Set<object>();

	/** `busy`: sessions with a command at hand. */
	constructor(busy: Iterable<object>) {
		this.#earlier = new Set(busy);
		this.ended = new Promise((resolve) => {
			this.#end = resolve;
		});
	}

	/** Until when a session's statement waits, if it does. */
	wait(session: object): Promise<void> | undefined {
		if (this.#earlier.has(session)) {
			return undefined;
		}
		this.#waiting.add(session);
		return this.ended;
	}

	/** A session's command has ended. */
	commandEnded(session: object): void {
		this.#earlier.delete(session);
	}

	/** Whether the exchange waits for a session; `isBusy`: it runs a statement. */
	waitsFor(session: object, isBusy: boolean): boolean {
		return this.#earlier.has(session) || (isBusy && !this.#waiting.has(session));
	}

	end(): void {
		this.#end();
	}
}
