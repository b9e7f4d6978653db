/**
 * verso as a peer: the program built beside the bench, on a data directory of its own.
 *
 * In: a folder, flags for the program. Out: a running peer.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ServerChild, findPort } from "./child.ts";
import type { Peer } from "./peer.ts";

const program = fileURLToPath(new URL("../../bundle/verso.cjs", import.meta.url));

export async function startVerso(folder: string, flags: readonly string[], name = "verso"): Promise<Peer> {
	if (!existsSync(program)) {
		throw new Error(`${program} is not built`);
	}
	const address = { host: "127.0.0.1", port: await findPort(), user: "root", password: "", database: "verso_bench" };
	const parameters = [
		program,
		"--data-dir",
		join(folder, name.replaceAll(" ", "-")),
		"--port",
		String(address.port),
		"--http-port",
		"0",
		"--local-infile",
		...flags,
	];
	const child = new ServerChild(process.execPath, parameters, address);
	await child.start();
	return {
		name,
		address,
		about: ["its defaults, --local-infile", ...flags].join(" "),
		processes: () => child.processes(),
		restart: async () => {
			await child.stop();
			await child.start();
		},
		profile: async (into) => {
			await child.stop();
			await child.start(["--cpu-prof", `--cpu-prof-dir=${resolve(into)}`]);
		},
		stop: () => child.stop(),
	};
}
