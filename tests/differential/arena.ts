/**
 * Starts verso and MariaDB for a duel; returns null where MariaDB is not installed.
 */
import { createConnection } from "mysql2/promise";
import { startMariadb } from "../../bench/peer/mariadb.ts";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startTestServer } from "../golden/server.ts";
import { WireClient } from "../measured/wire.ts";
import { Duel } from "./duel.ts";

interface Arena {
	readonly duel: Duel;
	close(): Promise<void>;
}

export async function openDuel(folder: string): Promise<Arena | null> {
	const peer = await startMariadb(folder);
	if (peer === null) {
		return null;
	}
	const { host, port, user } = peer.address;
	const admin = await createConnection({ host, port, user });
	await admin.query("create database if not exists test");
	await admin.end();
	const directory = join(folder, "ours");
	mkdirSync(directory, { recursive: true });
	const server = await startTestServer({ release: "2.1.7", directory });
	const ours = await WireClient.open("127.0.0.1", server.mysqlPort);
	const theirs = await WireClient.open(host, port, user);
	return {
		duel: new Duel(ours, theirs),
		async close() {
			await server.stop();
			await peer.stop();
		},
	};
}
