/**
 * Three nodes of etcd on free ports of this machine, which a test may kill, stop and start again.
 *
 * In: nothing, or certificates and time limits. Out: the address of a log, and what a node says.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findPort } from "../peer/child.ts";

const nodes = 3;
const startLimitMs = 60_000;
const pauseMs = 100;
const mostPrinted = 4000;

export function hasEtcd(): boolean {
	return spawnSync("etcd", ["--version"]).status === 0;
}

interface Node {
	readonly words: readonly string[];
	readonly host: string;
	readonly port: number;
	child: ChildProcess;
	/** The end of what it printed. */
	printed: string;
}

/** Files of a certificate and its key, for clients' connections. */
interface Certificate {
	readonly cert: string;
	readonly key: string;
}

/** When a node that hangs is killed. */
interface Limits {
	readonly timeout?: number;
	readonly killSignal?: NodeJS.Signals;
}

/** Where a node runs, if not beside this process: its address, and words before its command. */
interface Place {
	readonly host: string;
	readonly within: readonly string[];
}

interface Wish {
	readonly tls?: Certificate;
	/** One for each node; on other addresses than this machine's `start` does not wait for them. */
	readonly places?: readonly Place[];
}

const here: Place = { host: "127.0.0.1", within: [] };

export class Etcd {
	readonly #nodes: readonly Node[];
	readonly #folder: string;
	readonly #limits: Limits;

	private constructor(all: readonly Node[], folder: string, limits: Limits) {
		this.#nodes = all;
		this.#folder = folder;
		this.#limits = limits;
	}

	static async start(limits: Limits = {}, { tls, places }: Wish = {}): Promise<Etcd> {
		const scheme = tls === undefined ? "http" : "https";
		const folder = mkdtempSync(join(tmpdir(), "verso-etcd-"));
		const ports: { host: string; client: number; peer: number }[] = [];
		for (let at = 0; at < nodes; at++) {
			const { host } = places?.[at] ?? here;
			ports.push({ host, client: await findPort(), peer: await findPort() });
		}
		const cluster = ports.map(({ host, peer }, at) => `n${at}=http://${host}:${peer}`).join(",");
		const all = ports.map(({ host, client, peer }, at): Node => {
			const words = [
				...(places?.[at] ?? here).within,
				...["etcd", "--name", `n${at}`, "--data-dir", join(folder, `n${at}`), "--log-level", "error"],
				...["--listen-client-urls", `${scheme}://${host}:${client}`],
				...["--advertise-client-urls", `${scheme}://${host}:${client}`],
				...["--listen-peer-urls", `http://${host}:${peer}`],
				...["--initial-advertise-peer-urls", `http://${host}:${peer}`],
				...["--initial-cluster", cluster],
				...(tls === undefined ? [] : ["--cert-file", tls.cert, "--key-file", tls.key]),
			];
			const node = { words, host, port: client, printed: "" };
			return Object.assign(node, { child: started(node, limits) });
		});
		const etcd = new Etcd(all, folder, limits);
		// Whatever ends the program ends the nodes.
		process.once("exit", () => etcd.close());
		if (tls === undefined && places === undefined) {
			await etcd.#isThere();
		}
		return etcd;
	}

	/** Ends the nodes and removes what they kept. */
	close(): void {
		for (const { child } of this.#nodes) {
			child.kill("SIGKILL");
		}
		rmSync(this.#folder, { recursive: true, force: true });
	}

	/** Process ids. */
	processes(): readonly number[] {
		return this.#nodes.flatMap(({ child }) => child.pid ?? []);
	}

	/** The address of a log. */
	address(name: string): string {
		return `etcd://${this.#nodes.map(({ host, port }) => `${host}:${port}`).join(",")}/${name}`;
	}

	async #isThere(): Promise<void> {
		const limit = performance.now() + startLimitMs;
		while ((await this.ask(0, "/v3/kv/put", { key: "dGVzdA==", value: "" })) === undefined) {
			if (performance.now() > limit || this.#nodes.some(({ child }) => child.exitCode !== null)) {
				throw new Error(`etcd does not start:\n${this.#nodes.map(({ printed }) => printed).join("\n")}`);
			}
			await delay(pauseMs);
		}
	}

	/** The answer of one node; undefined: there is none. */
	async ask(node: number, path: string, body: object): Promise<Record<string, unknown> | undefined> {
		const { host, port } = this.#nodes[node]!;
		try {
			const response = await fetch(`http://${host}:${port}${path}`, {
				method: "POST",
				body: JSON.stringify(body),
				signal: AbortSignal.timeout(2000),
			});
			return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
		} catch {
			return undefined;
		}
	}

	/** The node that leads, as any of them says. */
	async leader(): Promise<number> {
		const all = await Promise.all(this.#nodes.map((_, at) => this.ask(at, "/v3/maintenance/status", {})));
		const leader = all.find((each) => each !== undefined)?.["leader"];
		return all.findIndex((each) => (each?.["header"] as { member_id?: string } | undefined)?.member_id === leader);
	}

	async kill(node: number): Promise<void> {
		const { child } = this.#nodes[node]!;
		const ended = once(child, "exit");
		child.kill("SIGKILL");
		await ended;
	}

	/** As a machine that hangs: its connections stay open. */
	stop(node: number): void {
		this.#nodes[node]!.child.kill("SIGSTOP");
	}

	startAgain(node: number): void {
		const stopped = this.#nodes[node]!;
		const { child } = stopped;
		if (child.exitCode === null && child.signalCode === null) {
			child.kill("SIGCONT");
		} else {
			stopped.child = started(stopped, this.#limits);
		}
	}
}

function started(node: Omit<Node, "child">, limits: Limits): ChildProcess {
	const [command = "", ...words] = node.words;
	const child = spawn(command, words, { stdio: ["ignore", "ignore", "pipe"], ...limits });
	child.stderr.on("data", (bytes: Buffer) => {
		node.printed = (node.printed + bytes.toString()).slice(-mostPrinted);
	});
	return child;
}
