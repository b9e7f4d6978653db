/**
 * `/metrics`: the server's counters in Prometheus' text format.
 *
 * In: the kernel's status and this process. Counters are read at each scrape, so that counting costs statements
 * nothing.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Kernel } from "../../core/index.ts";
import type { HttpCluster } from "./server.ts";

export class Metrics {
	readonly type: string;
	readonly #registry = new Registry();

	constructor(kernel: Kernel, cluster?: HttpCluster) {
		this.type = this.#registry.contentType;
		collectDefaultMetrics({ register: this.#registry });
		const registers = [this.#registry];
		this.#countCpuFromStart();
		new Gauge({ name: "verso_info", help: "What the server calls itself.", labelNames: ["version"], registers }).set(
			{ version: kernel.version },
			1,
		);
		new Gauge({
			name: "verso_connections",
			help: "Clients that are connected.",
			registers,
			collect() {
				this.set(kernel.connectionCount);
			},
		});
		new Gauge({
			name: "verso_up",
			help: "1 while the store can serve.",
			registers,
			collect() {
				this.set(canServe(kernel) ? 1 : 0);
			},
		});
		const numberOf = (wanted: string) => Number(kernel.status().find(([name]) => name === wanted)?.[1] ?? 0);
		new Gauge({
			name: "verso_uptime_seconds",
			help: "Since the server was started.",
			registers,
			collect() {
				this.set(numberOf("Uptime"));
			},
		});
		this.#showMemory(numberOf);
		this.#showCluster(cluster);
		new Counter({
			name: "verso_connections_total",
			help: "Clients that were let in.",
			registers,
			collect() {
				takeOver(this, {}, numberOf("Connections"));
			},
		});
		new Counter({
			name: "verso_slow_queries_total",
			help: "Statements longer than long_query_time.",
			registers,
			collect() {
				takeOver(this, {}, numberOf("Slow_queries"));
			},
		});
		new Counter({
			name: "verso_statements_total",
			help: "Statements by kind.",
			labelNames: ["kind"],
			registers,
			collect() {
				this.reset();
				for (const [name, value] of kernel.status()) {
					if (name.startsWith("Com_") && value !== "0") {
						this.inc({ kind: name.slice(4) }, Number(value));
					}
				}
			},
		});
	}

	/** Nothing where the server is of no cluster. */
	#showCluster(cluster: HttpCluster | undefined): void {
		if (cluster === undefined) {
			return;
		}
		const gauges: readonly [string, string, (status: ReturnType<HttpCluster["status"]>) => number][] = [
			["verso_cluster_position", "Position of the last record of the log applied here.", ({ position }) => position],
			["verso_cluster_members", "Servers that are members.", ({ members }) => members.length],
			["verso_cluster_log_silent_seconds", "For how long the log has not answered.", (each) => each.silent_ms / 1000],
		];
		for (const [name, help, read] of gauges) {
			new Gauge({
				name,
				help,
				registers: [this.#registry],
				collect() {
					this.set(read(cluster.status()));
				},
			});
		}
	}

	#showMemory(numberOf: (name: string) => number): void {
		const registers = [this.#registry];
		new Gauge({
			name: "verso_memory_limit_bytes",
			help: "What statements, transactions and caches may take together.",
			registers,
			collect() {
				this.set(numberOf("Verso_memory_limit"));
			},
		});
		new Gauge({
			name: "verso_memory_used_bytes",
			help: "What they have taken, by part.",
			labelNames: ["part"],
			registers,
			collect() {
				for (const part of ["statements", "transactions", "caches", "prepared"]) {
					this.set({ part }, numberOf(`Verso_memory_${part}`));
				}
			},
		});
	}

	/** The package counts CPU time from when it is loaded, which is at the first scrape. */
	#countCpuFromStart(): void {
		const usage = (): NodeJS.CpuUsage => process.cpuUsage();
		for (const [name, help, microseconds] of [
			["process_cpu_user_seconds_total", "User CPU time spent, in seconds.", () => usage().user],
			["process_cpu_system_seconds_total", "System CPU time spent, in seconds.", () => usage().system],
			["process_cpu_seconds_total", "User and system CPU time spent, in seconds.", () => usage().user + usage().system],
		] as const) {
			this.#registry.removeSingleMetric(name);
			new Counter({
				name,
				help,
				registers: [this.#registry],
				collect() {
					takeOver(this, {}, microseconds() / 1e6);
				},
			});
		}
	}

	print(): Promise<string> {
		return this.#registry.metrics();
	}
}

function takeOver(counter: Counter, labels: Record<string, string>, value: number): void {
	counter.reset();
	counter.inc(labels, value);
}

function canServe(kernel: Kernel): boolean {
	try {
		kernel.check();
		return true;
	} catch {
		return false;
	}
}
