/**
 * Live host of a playback: a running server, reached by its addresses.
 *
 * It is neither stopped nor configured: a scenario with several starts is played as if all were one release.
 */
import type { Address, Host } from "./player.ts";

export class LiveHost implements Host {
	readonly #address: Address;

	/** `mysql://host:port`, `http://host:port`. */
	constructor(mysql: string, http: string) {
		const { hostname, port } = new URL(mysql);
		this.#address = { host: hostname, mysqlPort: Number(port || 4000), httpBase: http.replace(/\/$/, "") };
	}

	async start(): Promise<Address> {
		return this.#address;
	}

	async close(): Promise<void> {
		// It was not started here.
	}
}
