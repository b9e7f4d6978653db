/**
 * MariaDB as a peer: the installed server on a new data directory.
 *
 * In: a folder. Out: a running peer, or null where MariaDB is not installed. Its durable defaults stay; the buffer
 * pool has 1 GB; text is utf8mb4 and compares by bytes, as verso's does.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ServerChild, findPort } from "./child.ts";
import type { Peer } from "./peer.ts";

const places = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/sbin", "/usr/local/bin"];

/** @param more Settings after its usual ones. */
export async function startMariadb(folder: string, more: readonly string[] = []): Promise<Peer | null> {
	const server = findProgram("mariadbd", "mysqld");
	const installer = findProgram("mariadb-install-db", "mysql_install_db");
	if (server === null || installer === null) {
		return null;
	}
	const directory = join(folder, "mariadb");
	mkdirSync(directory);
	// Two servers that set themselves up at once must not share a folder of temporary tables.
	const temporary = join(folder, "mariadb-temporary");
	mkdirSync(temporary);
	const user = process.getuid?.() === 0 ? ["--user=root"] : [];
	execFileSync(
		installer,
		["--no-defaults", `--datadir=${directory}`, "--auth-root-authentication-method=normal", "--skip-test-db", ...user],
		{
			stdio: "pipe",
			env: { ...process.env, TMPDIR: temporary },
		},
	);
	const address = { host: "127.0.0.1", port: await findPort(), user: "root", password: "", database: "verso_bench" };
	const settings = [
		"--innodb-buffer-pool-size=1G",
		"--max-connections=2000",
		"--local-infile=1",
		"--character-set-server=utf8mb4",
		"--collation-server=utf8mb4_bin",
		...more,
	];
	const child = new ServerChild(
		server,
		[
			"--no-defaults",
			`--datadir=${directory}`,
			`--tmpdir=${temporary}`,
			`--socket=${join(directory, "socket")}`,
			`--port=${address.port}`,
			"--bind-address=127.0.0.1",
			...user,
			...settings,
		],
		address,
	);
	await child.start();
	return {
		name: "mariadb",
		address,
		about: `its defaults, ${settings.join(" ")}`,
		processes: () => child.processes(),
		restart: async () => {
			await child.stop();
			await child.start();
		},
		stop: () => child.stop(),
	};
}

/** Is it installed? */
export function hasMariadb(): boolean {
	return findProgram("mariadbd", "mysqld") !== null && findProgram("mariadb-install-db", "mysql_install_db") !== null;
}

function findProgram(...names: readonly string[]): string | null {
	for (const name of names) {
		for (const place of places) {
			if (existsSync(join(place, name))) {
				return join(place, name);
			}
		}
	}
	return null;
}
