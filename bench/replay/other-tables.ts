/**
 * Tables of other applications on the same server: a database of its own, two keys each, half with a reference.
 */
import type { Peer } from "../peer/peer.ts";
import { Connection } from "../wire/connection.ts";

const database = "verso_bench_others";

/** From how many there are to how many there shall be; from 0 on in a new database. */
export async function addOtherTables(peer: Peer, from: number, to: number, say: (text: string) => void): Promise<void> {
	const connection = await Connection.open({ ...peer.address, database: "" });
	if (from === 0) {
		await connection.query(`DROP DATABASE IF EXISTS ${database}`);
		await connection.query(`CREATE DATABASE ${database}`);
	}
	if (to > from) {
		say(`${peer.name}: ${to} tables of others`);
	}
	for (let at = from; at < to; at++) {
		await connection.query(
			`CREATE TABLE ${database}.t${at} (id INT NOT NULL AUTO_INCREMENT, parent INT, name VARCHAR(80) NOT NULL, ` +
				"made DATETIME, PRIMARY KEY (id), KEY (parent), UNIQUE KEY (name)" +
				`${at % 2 === 0 ? "" : `, CONSTRAINT t${at}_parent FOREIGN KEY (parent) REFERENCES ${database}.t${at - 1} (id)`})`,
		);
	}
	connection.quit();
}
