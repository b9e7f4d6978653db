/**
 * Three nodes of etcd on free ports of this machine, which a test may kill, stop and start again.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { longestRun } from "../longest-run.ts";

const nodes = 3;
const mostTries = 200;
const pauseMs = 100;

export function hasEtcd(): boolean {
	return spawnSync("etcd", ["--version"]).status === 0;
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as { port: number };
	server.close();
	await once(server, "close");
	return port;
}

interface Node {
	readonly words: readonly string[];
	readonly port: number;
	child: ChildProcess;
}

export class Etcd {
	readonly #nodes: readonly Node[];

	private constructor(all: readonly Node[]) {
		this.#nodes = all;
	}

	static async start(t: ExecutionContext, tls?: { readonly cert: string; readonly key: string }): Promise<Etcd> {
		const scheme = tls === undefined ? "http" : "https";
		const folder = mkdtempSync(join(tmpdir(), "verso-etcd-"));
		const ports: { client: number; peer: number }[] = [];
		for (let at = 0; at < nodes; at++) {
			ports.push({ client: await freePort(), peer: await freePort() });
		}
		const cluster = ports.map(({ peer }, at) => `n${at}=http://127.0.0.1:${peer}`).join(",");
		const all = ports.map(({ client, peer }, at): Node => {
			const words = [
				...["--name", `n${at}`, "--data-dir", join(folder, `n${at}`), "--log-level", "error"],
				...["--listen-client-urls", `${scheme}://127.0.0.1:${client}`],
				...["--advertise-client-urls", `${scheme}://127.0.0.1:${client}`],
				...["--listen-peer-urls", `http://127.0.0.1:${peer}`],
				...["--initial-advertise-peer-urls", `http://127.0.0.1:${peer}`],
				...["--initial-cluster", cluster],
				...(tls === undefined ? [] : ["--cert-file", tls.cert, "--key-file", tls.key]),
			];
			return { words, port: client, child: spawn("etcd", words, { stdio: "ignore", ...longestRun }) };
		});
		const etcd = new Etcd(all);
		t.teardown(() => {
			for (const { child } of all) {
				child.kill("SIGKILL");
			}
			rmSync(folder, { recursive: true, force: true });
		});
		if (tls === undefined) {
			await etcd.#isThere();
		}
		return etcd;
	}

	/** The address of a log. */
	address(name: string): string {
		return `etcd://${this.#nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${name}`;
	}

	async #isThere(): Promise<void> {
		for (let tries = 0; tries < mostTries; tries++) {
			if ((await this.ask(0, "/v3/kv/put", { key: "dGVzdA==", value: "" })) !== undefined) {
				return;
			}
			await delay(pauseMs);
		}
		throw new Error("etcd does not start");
	}

	/** The answer of one node; undefined: there is none. */
	async ask(node: number, path: string, body: object): Promise<Record<string, unknown> | undefined> {
		try {
			const response = await fetch(`http://127.0.0.1:${this.#nodes[node]!.port}${path}`, {
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
		const { child, words } = this.#nodes[node]!;
		if (child.exitCode === null && child.signalCode === null) {
			child.kill("SIGCONT");
		} else {
			this.#nodes[node]!.child = spawn("etcd", words, { stdio: "ignore", ...longestRun });
		}
	}
}
