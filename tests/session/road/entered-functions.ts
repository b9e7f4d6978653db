/**
 * Functions that a warm statement enters in a server process, over the wire in the text protocol.
 *
 * A function counts if every round of the statement enters it: timers of the server run in some rounds only.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mysql from "mysql2/promise";
import { programModules } from "../../cli/program-file.ts";
import { root } from "../../root.ts";
import type { EnteredFunctions } from "./coverage-agent.ts";

/** Enough that the plan is cached and the inserted row is not the first of its run. */
const warmRounds = 30;
const countedRounds = 20;

/** Returns the statement of a round: its literals differ, its fingerprint does not. */
type RoundText = (round: number) => string;

export class MeasuredServer {
	readonly #process: ChildProcess;
	readonly #folder: string;
	#connection!: mysql.Connection;

	private constructor(release: string) {
		this.#folder = mkdtempSync(join(tmpdir(), "verso-road-"));
		this.#process = spawn(
			process.execPath,
			[
				"--import",
				join(root, "dist/tests/session/road/coverage-agent.js"),
				programModules,
				...["--version", release, "--data-dir", this.#folder, "--port", "0", "--http-port", "0"],
				...["--log-level", "error"],
			],
			{
				stdio: ["ignore", "pipe", "inherit", "ipc"],
				timeout: 8 * 60_000,
				killSignal: "SIGKILL",
				// As it runs outside of tests.
				env: { ...process.env, ASSERT_WELL_FORMED_TEXT: "0" },
			},
		);
	}

	static async start(release: string): Promise<MeasuredServer> {
		const server = new MeasuredServer(release);
		let printed = "";
		for await (const chunk of server.#process.stdout ?? []) {
			printed += String(chunk);
			const port = /mysql:\/\/[^:]+:(\d+)/.exec(printed)?.[1];
			if (port !== undefined) {
				server.#connection = await mysql.createConnection({ host: "127.0.0.1", port: Number(port), user: "root" });
				await server.run("CREATE DATABASE road");
				await server.run("USE road");
				await server.run("CREATE TABLE beat (n INT)");
				await server.run("INSERT INTO beat VALUES (0)");
				return server;
			}
		}
		throw new Error(`no port in: ${printed}`);
	}

	/** Returns the error code, or undefined. */
	async run(text: string): Promise<number | undefined> {
		try {
			await this.#connection.query(text);
			return undefined;
		} catch (failure) {
			return (failure as { errno?: number }).errno;
		}
	}

	async startCounting(): Promise<void> {
		await this.#ask("start");
	}

	async entered(text: RoundText, code?: number): Promise<EnteredFunctions> {
		let common: EnteredFunctions | undefined;
		for (let round = 0; round < warmRounds + countedRounds; round++) {
			await this.#keepLogging();
			await (round < warmRounds ? undefined : this.#ask("take"));
			const refused = await this.run(text(round));
			if (refused !== code) {
				throw new Error(`${text(round)}: ${refused}`);
			}
			if (round >= warmRounds) {
				const taken = (await this.#ask("take")) as EnteredFunctions;
				common = common === undefined ? taken : inBoth(common, taken);
			}
		}
		return common ?? {};
	}

	/** Without a commit for 400 ms the log is given up, and reads take another way: on a busy machine in some rounds. */
	async #keepLogging(): Promise<void> {
		await this.run("UPDATE beat SET n = n + 1");
		await this.run("SELECT 1");
	}

	async #ask(message: string): Promise<unknown> {
		const answer = once(this.#process, "message");
		this.#process.send(message);
		return (await answer)[0];
	}

	async close(): Promise<void> {
		await this.#connection.end();
		const exit = once(this.#process, "exit");
		// An open channel would keep the process alive after the server has closed.
		this.#process.disconnect();
		this.#process.kill("SIGTERM");
		await exit;
		rmSync(this.#folder, { recursive: true, force: true });
	}
}

function inBoth(a: EnteredFunctions, b: EnteredFunctions): EnteredFunctions {
	const files: Record<string, string[]> = {};
	for (const [file, names] of Object.entries(a)) {
		const left = [...(b[file] ?? [])];
		const both = names.filter((name) => {
			const at = left.indexOf(name);
			return at >= 0 && left.splice(at, 1).length > 0;
		});
		if (both.length > 0) {
			files[file] = both;
		}
	}
	return files;
}
