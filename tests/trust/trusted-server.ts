/**
 * A server of its own for one attack: bounded memory (`prlimit`), its peak, and whether it is still there.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, createConnection } from "mysql2/promise";
import { programBundle, programModules } from "../cli/program-file.ts";
import { type HeapFacts, probeDescriptor } from "./heap-probe.ts";
import { faultVariable, type SourceFault } from "./source-fault.ts";

const planter = new URL("./source-fault.js", import.meta.url).href;
const probe = new URL("./heap-probe.js", import.meta.url).href;
const startLimitMs = 60_000;
const watchMs = 50;

interface Start {
	/** For the program. */
	readonly flags?: readonly string[];
	/** Planted in its modules; without one it is the bundle. */
	readonly fault?: SourceFault;
	/** It tells its heap. */
	readonly isProbed?: boolean;
}

/** Bytes; 0: it is gone. */
function blocksOf(file: string): number {
	return (statSync(file, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
}

export class TrustedServer {
	readonly #child: ChildProcess;
	readonly #folder: string;
	readonly port: number;
	readonly httpPort: number;
	printed = "";
	#peakBytes = 0;
	readonly #watching: NodeJS.Timeout;

	private constructor(child: ChildProcess, folder: string, [port, httpPort]: readonly [number, number]) {
		this.#child = child;
		this.#folder = folder;
		this.port = port;
		this.httpPort = httpPort;
		// A server that dies takes its figure along.
		this.#watching = setInterval(() => this.peakBytes(), watchMs);
		child.stderr?.on("data", (bytes: Buffer) => {
			this.printed = (this.printed + bytes.toString()).slice(-20_000);
		});
	}

	/** `dataBytes`: RLIMIT_DATA. */
	static async start(dataBytes: number, { flags = [], fault, isProbed = false }: Start = {}): Promise<TrustedServer> {
		const folder = mkdtempSync(join(tmpdir(), "verso-trust-"));
		const probed = isProbed ? ["--expose-gc", "--import", probe] : [];
		const program = [...probed, ...(fault === undefined ? [programBundle] : ["--import", planter, programModules])];
		const words = [...program, "--data-dir", join(folder, "data"), "--port", "0", "--http-port", "0", ...flags];
		const child = spawn("prlimit", [`--data=${dataBytes}`, process.execPath, ...words], {
			stdio: ["ignore", "pipe", "pipe", "pipe"],
			env: { ...process.env, ...(fault === undefined ? {} : { [faultVariable]: JSON.stringify(fault) }) },
		});
		const ready = new Promise<readonly [number, number]>((resolve, reject) => {
			const limit = setTimeout(() => reject(new Error("the server was not ready in time")), startLimitMs);
			let text = "";
			child.stdout?.on("data", (bytes: Buffer) => {
				text += bytes.toString();
				const found = /mysql:\/\/\S*?:(\d+)\/test http:\/\/\S*:(\d+)/.exec(text);
				if (found !== null) {
					clearTimeout(limit);
					resolve([Number(found[1]), Number(found[2])]);
				}
			});
			child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
			child.once("error", reject);
		});
		return new TrustedServer(child, folder, await ready);
	}

	connect(database?: string, user = "root"): Promise<Connection> {
		return createConnection({
			host: "127.0.0.1",
			port: this.port,
			user,
			multipleStatements: true,
			...(database === undefined ? {} : { database }),
		});
	}

	get hasEnded(): boolean {
		return this.#child.exitCode !== null || this.#child.signalCode !== null;
	}

	/** Of a probed server, after a collection of all garbage. */
	heap(): Promise<HeapFacts> {
		const line = this.#child.stdio[probeDescriptor] as Socket;
		return new Promise((resolve, reject) => {
			if (this.hasEnded) {
				reject(new Error("the server has ended"));
			}
			const ended = (): void => reject(new Error("the server has ended"));
			this.#child.once("exit", ended);
			line.once("data", (bytes: Buffer) => {
				this.#child.off("exit", ended);
				resolve(JSON.parse(bytes.toString()) as HeapFacts);
			});
			line.write("heap\n");
		});
	}

	get descriptors(): number {
		return readdirSync(`/proc/${this.#child.pid}/fd`).length;
	}

	/** Blocks that the files of its data directory take. */
	get dataBytes(): number {
		const folder = join(this.#folder, "data");
		return readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.reduce((sum, { parentPath, name }) => sum + blocksOf(join(parentPath, name)), 0);
	}

	/** Peak of the resident memory so far, in bytes. */
	peakBytes(): number {
		try {
			const text = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
			const bytes = Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024;
			this.#peakBytes = Math.max(this.#peakBytes, bytes);
		} catch {
			// It is gone.
		}
		return this.#peakBytes;
	}

	async stop(): Promise<void> {
		clearInterval(this.#watching);
		if (!this.hasEnded) {
			this.#child.kill("SIGKILL");
			await once(this.#child, "exit");
		}
		rmSync(this.#folder, { recursive: true, force: true });
	}
}
