/**
 * Server in the test's process, with real ports, for golden scripts and client tests.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenDatabase, type OpenStore, openDatabase } from "../../apps/cli/open-database.ts";
import { Options } from "../../apps/cli/options.ts";
import { openLog } from "../../apps/cli/log.ts";
import { serverSettings } from "../../apps/cli/setting.ts";
import { composedRules } from "../../apps/embed/composed-rules.ts";
import type { RuleOptions } from "../../apps/embed/open-options.ts";
import { openNew, partsOf } from "../../apps/embed/opened-kernel.ts";
import { startHttp } from "../../apps/http/server.ts";
import { startServer } from "../../apps/server/server.ts";
import { forkKernel, keepState } from "../../core/index.ts";
import type { Observer } from "../../core/rules/index.ts";

export interface RunningServer {
	readonly mysqlPort: number;
	readonly httpPort: number;
	readonly database: OpenDatabase;
	stop(): Promise<void>;
}

interface ServerWish {
	readonly release: string;
	readonly directory: string;
	/** `key = value` lines of the configuration file. */
	readonly config?: readonly string[];
	readonly flags?: Readonly<Record<string, unknown>>;
	/** Called at every question asked of the rules. */
	readonly observer?: Observer;
	/** How the data directory is opened. */
	readonly openStore?: OpenStore;
	/** Default: the directory itself. */
	readonly served?: Served;
}

/** The data directory; a fork of it in memory; or what the library's `open()` gives, without the directory. */
export type Served = "directory" | "fork" | "library";

export async function startTestServer(wish: ServerWish): Promise<RunningServer> {
	// Durability is off: a test survives no power loss.
	const flags: Record<string, unknown> = {
		version: wish.release,
		dataDir: join(wish.directory, "data"),
		logLevel: "silent",
		durability: "off",
		...wish.flags,
	};
	if (wish.config !== undefined && wish.config.length > 0) {
		flags["config"] = join(wish.directory, "config.toml");
		writeFileSync(flags["config"] as string, `${wish.config.join("\n")}\n`);
	}
	const database = await (wish.served === "library"
		? openLibrary(flags)
		: openDatabase(new Options(serverSettings, flags, {}), wish.openStore, wish.observer));
	const { log } = database;
	const kernel = wish.served === "fork" ? forkKernel(await keepState(database.kernel)) : database.kernel;
	const host = "127.0.0.1";
	const mysql = await startServer({ kernel, host, port: 0, log });
	const http = await startHttp({
		kernel,
		host,
		port: 0,
		log,
		process: { configuration: () => ({}), logLevels: ["info"], setLogLevel: () => {}, setGeneralLog: () => {} },
	});
	return {
		mysqlPort: mysql.address.port,
		httpPort: http.port,
		database,
		stop: async () => {
			await http.close();
			await mysql.close();
			await kernel.close(1000);
			await database.kernel.close(1000);
		},
	};
}

/** As `open()` does, with the options that flags of rules are there. */
async function openLibrary({ version, as, mix, quirk, plugin }: Record<string, unknown>): Promise<OpenDatabase> {
	const given = { version, as, mixes: mix, quirks: quirk, plugins: plugin };
	const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
	const rules = await composedRules(options as RuleOptions);
	const { kernel } = await openNew(rules, partsOf({}));
	const log = await openLog("silent", undefined);
	return { kernel, composed: rules.composed, log, warnings: [], leaveNote() {} };
}
