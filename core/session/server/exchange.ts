/**
 * Exchange of a server's data for another state: statements that come meanwhile wait for its end.
 */
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
