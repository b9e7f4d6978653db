/**
 * A live server as a player's host, started outside of the test and reached by its addresses.
 *
 * Every start of a scenario gives the same server: it is neither stopped nor configured, so a scenario with several
 * starts is played as if all were one release.
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
		// It was running before, and goes on.
	}
}
