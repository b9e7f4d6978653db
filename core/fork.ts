/**
 * Forks of a kernel, and restores in place, at the same cost whatever the size of the data.
 *
 * A fork shares with the kernel that it comes from what is derived of one state under the same rules: schema, grants,
 * parsed statements and plans, until its schema becomes another.
 *
 *     kernel ── keepState ──► KernelState ── forkKernel ──► another kernel
 *        ▲                         │
 *        └───── restoreState ──────┘
 */
import { SetupState } from "./catalog/performance-schema/setup-state.ts";
import { runningMs } from "./async/clock.ts";
import { invariant } from "./errors/invariant.ts";
import { HiddenRowIds } from "./exec/rows/row-id.ts";
import { schemaQuestions } from "./exec/ddl/schema-questions.ts";
import { Statistics } from "./exec/statistics/statistics.ts";
import type { Kernel } from "./kernel.ts";
import { countersOf, type KernelOptions, openKernel, sweeper } from "./open.ts";
import { KernelOfStore } from "./session/kernel/kernel-of-store.ts";
import { type KernelState, keptState } from "./session/kernel/kernel-state.ts";
import { SharedNames } from "./session/locks/shared-name.ts";
import { SharedTableLocks } from "./session/locks/shared-table-lock.ts";
import { TableGuards } from "./session/locks/table-locks.ts";
import type { Log } from "./session/log/log.ts";
import { CacheBudget } from "./session/plan-cache/cache-budget.ts";
import { SchemaCache } from "./session/plan-cache/schema-cache.ts";
import { StatementCache } from "./session/plan-cache/statement-cache.ts";
import { ServerRights } from "./session/privileges/server-rights.ts";
import { Usage } from "./session/privileges/usage.ts";
import { GlobalVariables } from "./session/server/global-variables.ts";
import { alone } from "./session/server/peer-processes.ts";
import type { Clock, Server } from "./session/server/server.ts";
import { SwitchBoard } from "./session/server/server-switches.ts";
import { ProcessList } from "./session/status/process-list.ts";
import { ringOfAll } from "./session/status/statement-event.ts";
import { StatementTallies } from "./session/status/statement-tally.ts";
import { StatusCounters } from "./session/status/status-counters.ts";
import { PreparedBranches } from "./session/xa/prepared-branches.ts";
import type { FastSnapshot } from "./store/fast-store.ts";
import { LockTable } from "./store/lock/lock-table.ts";
import { MemoryStore } from "./store/memory/memory.ts";

export type { KernelState } from "./session/kernel/kernel-state.ts";

/** Options of a fork: what it does not share. */
export interface ForkOptions {
	readonly clock?: Clock | undefined;
	readonly log?: Log | undefined;
}

/**
 * Keeps the newest committed state of a kernel until its data is released.
 *
 * @param kernel - one that `openKernel` or `forkKernel` made, over a store that reads at once
 * @param released - called when nothing that began with the state needs the kernel's store any more; not where that is
 *   a store in memory
 */
export function keepState(kernel: Kernel, released?: () => void): Promise<KernelState> {
	return keptState(serverOf(kernel), released);
}

/** Opens a kernel of its own that begins with a kept state, under the same rules. */
export function forkKernel(state: KernelState, { clock, log }: ForkOptions = {}): Kernel {
	const from = state.server;
	const store = state.data.open();
	let shutDown = (): void => {};
	const shutdown = new Promise<void>((resolve) => {
		shutDown = resolve;
	});
	const switches: SwitchBoard = new SwitchBoard(from.book.switches(), new Map(), () => schemas.forget());
	switches.adopt(state.switches);
	const schemas = new SchemaCache(() => schemaQuestions(from.book, switches.copy()));
	const rowLocks = new LockTable({
		patience: "row",
		state: "updating",
		deadlock: "deadlock",
		isGivenBackForGood: true,
	});
	const ownLog = log ?? from.log;
	const server: Server = {
		...from,
		store,
		clock: clock ?? from.clock,
		log: ownLog,
		schemas,
		switches,
		rights: new ServerRights({ store, schemas }),
		usage: new Usage(),
		globals: new GlobalVariables(from.registry, store, alone),
		autoIncrement: countersOf(from.book, store),
		rowIds: new HiddenRowIds(store),
		processes: new ProcessList(alone),
		company: alone,
		nameLocks: new LockTable({ patience: "name", state: "User lock", deadlock: "userLockDeadlock" }),
		sharedNames: new SharedNames(store),
		sharedTables: new SharedTableLocks(store),
		tableGuards: new TableGuards(),
		rowLocks,
		branches: new PreparedBranches(store, rowLocks),
		status: new StatusCounters(),
		tallies: new StatementTallies(),
		watch: { setup: new SetupState(), all: ringOfAll() },
		statistics: new Statistics(store),
		startedMs: runningMs(),
		shutDown,
		sweepSoon: sweeper(store, ownLog),
	};
	const snapshot = store.snapshot();
	adopt(server, state, snapshot);
	snapshot.release();
	// Plans over a schema that no relative has would push out theirs.
	schemas.whenLeft = () => {
		server.statements = new StatementCache(server.parser, new CacheBudget(server.memory.caches.limit));
	};
	return new KernelOfStore(server, shutdown);
}

/**
 * Opens a kernel over a kept state under another rule book, as a server that is started under another release opens
 * its data directory.
 */
export async function forkUnder(state: KernelState, options: Omit<KernelOptions, "store">): Promise<Kernel> {
	const kernel = await openKernel({ ...options, store: state.data.open() });
	const server = serverOf(kernel);
	server.globals.adopt(state.globals);
	if (state.counts !== undefined) {
		server.autoIncrement.adoptCounts?.(state.counts);
	}
	return kernel;
}

/**
 * Returns a kernel to a kept state: its own, or that of a relative under the same rules. Open transactions are rolled
 * back, locks and temporary tables are gone; sessions stay, with their variables and prepared statements.
 *
 * @param patienceMs - running statements are waited for; those that run longer are interrupted (1317)
 */
export async function restoreState(kernel: Kernel, state: KernelState, patienceMs: number): Promise<void> {
	const server = serverOf(kernel);
	const { store } = server;
	invariant(store instanceof MemoryStore, "Only a store in memory returns to a state.");
	invariant(server.book === state.server.book, "A state is restored under the rules that it was kept under.");
	await (kernel as KernelOfStore).atRest(() => {
		store.restore(state.data);
		server.branches.forget();
		server.rowIds.forget?.();
		server.statistics.forget();
		server.switches.adopt(state.switches);
		const snapshot = store.snapshot();
		adopt(server, state, snapshot);
		snapshot.release();
	}, patienceMs);
}

function adopt(server: Server, state: KernelState, snapshot: FastSnapshot): void {
	server.schemas.adopt(state.schema, snapshot);
	server.rights.adopt(state.rights);
	server.globals.adopt(state.globals);
	if (state.counts !== undefined) {
		server.autoIncrement.adoptCounts?.(state.counts);
	}
}

function serverOf(kernel: Kernel): Server {
	invariant(kernel instanceof KernelOfStore, "A kernel that is forked is one of ours.");
	return kernel.server;
}
