/**
 * Local host of a playback: servers in this process, on one temporary data directory.
 *
 * A restart closes the store and opens it again, as a new process would.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Observer } from "../../core/rules/index.ts";
import { UsageError } from "../../apps/compose/usage-error.ts";
import { type RunningServer, startTestServer } from "../golden/server.ts";
import type { Address, Host } from "./player.ts";

export class LocalHost implements Host {
	readonly #directory = mkdtempSync(join(tmpdir(), "verso-measured-"));
	readonly #flags: Readonly<Record<string, unknown>>;
	readonly #observer: Observer | undefined;
	#server: RunningServer | undefined;

	/** `observer` is called at every question asked of the rules. */
	constructor(flags: Readonly<Record<string, unknown>> = {}, observer?: Observer) {
		this.#flags = flags;
		this.#observer = observer;
	}

	async start(
		version: string,
		config: Readonly<Record<string, boolean | number | string>>,
	): Promise<Address | undefined> {
		await this.#stop();
		try {
			const lines = Object.entries(config).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
			this.#server = await startTestServer({
				release: version,
				directory: this.#directory,
				config: lines,
				flags: this.#flags,
				...(this.#observer === undefined ? {} : { observer: this.#observer }),
			});
		} catch (failure) {
			if (failure instanceof UsageError) {
				return undefined;
			}
			throw failure;
		}
		return {
			host: "127.0.0.1",
			mysqlPort: this.#server.mysqlPort,
			httpBase: `http://127.0.0.1:${this.#server.httpPort}`,
		};
	}

	async close(): Promise<void> {
		await this.#stop();
		rmSync(this.#directory, { recursive: true, force: true });
	}

	async #stop(): Promise<void> {
		await this.#server?.stop();
		this.#server = undefined;
	}
}
