/**
 * The server that crash tests start: the real one on free ports, with commit stages and planted faults.
 *
 * VERSO_CRASH_AT (`stage.ts`), VERSO_CRASH_FAULT (`fault.ts`) and VERSO_CRASH_SHARED are in the environment. Serves one
 * data directory as `verso serve` does; several without HTTP, with a line of output for each, in their order.
 */
import net from "node:net";
import { openDatabase } from "../../../apps/cli/open-database.ts";
import { Options } from "../../../apps/cli/options.ts";
import { serve } from "../../../apps/cli/serve.ts";
import { serverSettings } from "../../../apps/cli/setting.ts";
import { openDirectory } from "../../../apps/compose/data-directory.ts";
import { startServer } from "../../../apps/server/server.ts";
import { plantBefore, plantFault } from "./fault.ts";
import { endAt } from "./stage.ts";

const { VERSO_CRASH_AT: wish, VERSO_CRASH_FAULT: fault, VERSO_CRASH_SHARED: shared } = process.env;
const watch = endAt(wish);
const directories = process.argv.slice(2);
const openStore: typeof openDirectory = async (path, open) =>
	plantFault(
		await openDirectory(path, {
			...open,
			...(watch === undefined ? {} : { watch }),
			...(shared === "1" ? { sockets: net } : {}),
		}),
		fault,
	);

await Promise.all(directories.map((directory) => plantBefore(directory, fault)));
if (directories.length === 1) {
	await serve(optionsOf(directories[0]), openStore);
} else {
	await serveAll();
}

function optionsOf(dataDir: string | undefined): Options {
	return new Options(serverSettings, { dataDir, port: 0, httpPort: 0, logLevel: "fatal", localInfile: true }, {});
}

async function serveAll(): Promise<void> {
	const stops: (() => Promise<void>)[] = [];
	for (const directory of directories) {
		const { kernel, log } = await openDatabase(optionsOf(directory), openStore);
		const server = await startServer({ kernel, log, host: "127.0.0.1", port: 0, tls: false });
		process.stdout.write(`mysql://127.0.0.1:${server.address.port} \n`);
		stops.push(async () => {
			await server.close(1000);
			await kernel.close(0);
		});
	}
	process.once("SIGTERM", () => void Promise.all(stops.map((stop) => stop())));
}
