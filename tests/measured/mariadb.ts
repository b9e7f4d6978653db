/**
 * MariaDB as the host of a playback, for scenarios about the SQL engine; null where it is not installed.
 *
 * One server runs through all scenarios, each of which begins with an empty database `test`.
 */
import { createConnection } from "mysql2/promise";
import { startMariadb } from "../../bench/peer/mariadb.ts";
import type { Peer } from "../../bench/peer/peer.ts";
import type { Address, Host } from "./player.ts";

const sqlMode = "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION";

export class MariadbHost implements Host {
	readonly #peer: Peer;

	private constructor(peer: Peer) {
		this.#peer = peer;
	}

	static async open(folder: string): Promise<MariadbHost | null> {
		const peer = await startMariadb(folder);
		return peer === null ? null : new MariadbHost(peer);
	}

	async start(): Promise<Address> {
		const { host, port, user } = this.#peer.address;
		const admin = await createConnection({ host, port, user });
		try {
			await admin.query("drop database if exists test");
			await admin.query("create database test");
			await admin.query(`set global sql_mode = '${sqlMode}'`);
		} finally {
			await admin.end();
		}
		return { host, mysqlPort: port, httpBase: "" };
	}

	/** It keeps running between scenarios. */
	async close(): Promise<void> {}

	stop(): Promise<void> {
		return this.#peer.stop();
	}
}
