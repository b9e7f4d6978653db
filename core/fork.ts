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
import { invariant } from "./errors/invariant.ts";
import { schemaQuestions } from "./exec/ddl/schema-questions.ts";
import type { Kernel } from "./kernel.ts";
import { type KernelOptions, openKernel } from "./open.ts";
import type { SeededChance } from "./types/evaluation/seeded-chance.ts";
import { KernelOfStore } from "./session/kernel/kernel-of-store.ts";
import { type KernelState, keptState } from "./session/kernel/kernel-state.ts";
import type { Log } from "./session/log/log.ts";
import { CacheBudget } from "./session/plan-cache/cache-budget.ts";
import { SchemaCache } from "./session/plan-cache/schema-cache.ts";
import { StatementCache } from "./session/plan-cache/statement-cache.ts";
import { alone } from "./session/server/peer-processes.ts";
import type { Clock, Server } from "./session/server/server.ts";
import { SwitchBoard } from "./session/server/server-switches.ts";
import type { FastSnapshot } from "./store/fast-store.ts";
import { MemoryStore } from "./store/memory/memory.ts";
import { restoreStore } from "./session/kernel/restored-store.ts";
import { storeParts } from "./session/kernel/store-parts.ts";

export type { KernelState } from "./session/kernel/kernel-state.ts";

/** Options of a fork: what it does not share. */
export interface ForkOptions {
	readonly clock?: Clock | undefined;
	readonly log?: Log | undefined;
	/** Default: it goes on where the state was kept. */
	readonly seeded?: SeededChance | undefined;
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
export function forkKernel(state: KernelState, options: ForkOptions = {}): Kernel {
	return forkOver(state, state, options);
}

/**
 * Opens a kernel that begins with the data of one state, under the rules and switches of another: at less cost than
 * `forkUnder`, since what those rules made of tables that both have is shared. System tables that the other's release
 * would add are not added.
 */
export function forkAs(state: KernelState, rules: KernelState, options: ForkOptions = {}): Kernel {
	return forkOver(state, rules, options);
}

function forkOver(state: KernelState, rules: KernelState, { clock, log, seeded }: ForkOptions): Kernel {
	const from = rules.server;
	const store = state.data.open();
	let shutDown = (): void => {};
	const shutdown = new Promise<void>((resolve) => {
		shutDown = resolve;
	});
	const switches: SwitchBoard = new SwitchBoard(from.book.switches(), new Map(), () => schemas.forget());
	switches.adopt(rules.switches);
	const schemas = new SchemaCache(() => schemaQuestions(from.book, switches.copy()));
	const { book, registry } = from;
	const server: Server = {
		...from,
		...storeParts({
			store,
			book,
			log: log ?? from.log,
			schemas,
			registry,
			company: alone,
			seeded: seeded ?? state.seeded?.copy(),
		}),
		clock: clock ?? from.clock,
		switches,
		shutDown,
	};
	const ownStatements = (): void => {
		server.statements = new StatementCache(server.parser, new CacheBudget(server.memory.caches.limit));
	};
	if (state === rules) {
		const snapshot = store.snapshot();
		adopt(server, state, snapshot);
		snapshot.release();
		// Plans over a schema that no relative has would push out theirs.
		schemas.whenLeft = ownStatements;
	} else {
		schemas.adoptTables(rules.schema);
		adoptData(server, state);
		ownStatements();
	}
	return new KernelOfStore(server, shutdown);
}

/**
 * Opens a kernel over a kept state under another rule book, as a server that is started under another release opens
 * its data directory.
 */
export async function forkUnder(state: KernelState, options: Omit<KernelOptions, "store">): Promise<Kernel> {
	const seeded = options.seeded ?? state.seeded?.copy();
	const kernel = await openKernel({
		memoryLimitBytes: state.server.memory.limitBytes,
		...options,
		seeded,
		sharesTables: true,
		store: state.data.open(),
	});
	const server = serverOf(kernel);
	server.globals.adopt(state.globals);
	takeIdsBack(kernel, state);
	return kernel;
}

/**
 * Returns a kernel to a kept state: its own, or that of a relative under the same rules. Open transactions are rolled
 * back, locks and temporary tables are gone; sessions stay, with their variables and prepared statements. In memory it
 * costs the same whatever was changed, over a store on disk as much as the changes since.
 *
 * @param patienceMs - running statements are waited for; those that run longer are interrupted (1317)
 */
export async function restoreState(kernel: Kernel, state: KernelState, patienceMs: number): Promise<void> {
	const server = serverOf(kernel);
	const { store } = server;
	invariant(server.book === state.server.book, "A state is restored under the rules that it was kept under.");
	const forget = (): void => {
		server.branches.forget();
		server.rowIds.forget?.();
		server.statistics.forget();
		server.switches.adopt(state.switches);
		server.seeded?.adopt(state.seeded);
	};
	await (kernel as KernelOfStore).atRest(() => {
		if (store instanceof MemoryStore) {
			store.restore(state.data);
			forget();
			const snapshot = store.snapshot();
			adopt(server, state, snapshot);
			snapshot.release();
			return;
		}
		return server.sweeper
			.without(() => restoreStore(store, state))
			.then(() => {
				forget();
				adoptBeside(server, state);
			});
	}, patienceMs);
}

/** A kernel on the same store as the owner gives AUTO_INCREMENT ids as the owner would: out of its reservations. */
export function giveIdsOf(owner: Kernel, kernel: Kernel): void {
	serverOf(kernel).autoIncrement = serverOf(owner).autoIncrement;
}

/** The AUTO_INCREMENT ids that were given since the state are given again: no row has them. */
export function takeIdsBack(kernel: Kernel, { counts }: Pick<KernelState, "counts">): void {
	if (counts !== undefined) {
		serverOf(kernel).autoIncrement.adoptCounts?.(counts);
	}
}

/** The store in memory of a kernel that was forked. */
export function storeOfFork(kernel: Kernel): MemoryStore {
	const { store } = serverOf(kernel);
	invariant(store instanceof MemoryStore, "A fork works on a store in memory.");
	return store;
}

function adopt(server: Server, state: KernelState, snapshot: FastSnapshot): void {
	server.schemas.adopt(state.schema, snapshot);
	adoptData(server, state);
}

function adoptData(server: Server, state: KernelState): void {
	server.rights.adopt(state.rights);
	adoptBeside(server, state);
}

/** Counts and settings beside the data. */
function adoptBeside(server: Server, state: KernelState): void {
	server.globals.adopt(state.globals);
	if (state.counts !== undefined) {
		server.autoIncrement.adoptCounts?.(state.counts);
	}
}

function serverOf(kernel: Kernel): Server {
	invariant(kernel instanceof KernelOfStore, "A kernel that is forked is one of ours.");
	return kernel.server;
}
