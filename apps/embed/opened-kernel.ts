/**
 * Kernel of a library's database, and what it takes to close it: one of its own in memory, or a directory's.
 */
import {
	type Clock,
	forkKernel,
	forkUnder,
	keepState,
	type Kernel,
	type KernelState,
	type Log,
	nowMs,
	openKernel,
	openMemoryStore,
	openOverlay,
	SeededChance,
} from "../../core/index.ts";
import { readNote, writeNote } from "../compose/data-directory.ts";
import { builtState } from "./built-state.ts";
import type { ComposedRules } from "./composed-rules.ts";
import { tellOpen } from "./first-open.ts";
import { holdDirectory, shareKernel } from "./open-directories.ts";
import { isBytes, noteOfBytes, storeOfBytes } from "./saved-bytes.ts";
import type { ForkOptions, RuleOptions, StatementEvent } from "./open-options.ts";
import { noteOf } from "./saved-directory.ts";
import type { Snapshot } from "./snapshot.ts";

/** Clock, chance and log of an opened kernel. */
interface KernelParts {
	readonly clock: Clock | undefined;
	readonly seeded: SeededChance | undefined;
	readonly log: Log;
}

export interface OpenedKernel {
	readonly kernel: Kernel;
	readonly rules: ComposedRules;
	/** The data directory that it works in. */
	readonly dataDir: string | undefined;
	/** Others in this process have the same. */
	isShared(): boolean;
	/** Another process works in the directory. */
	hasOtherWriters(): boolean;
	/** Keeps its newest state. */
	keep(): Promise<KernelState>;
	close(): Promise<void>;
}

export function partsOf({ now, seed, log }: ForkOptions): KernelParts {
	return {
		clock: now === undefined ? undefined : () => microsecondsOf(now()),
		seeded: seed === undefined ? undefined : new SeededChance(seed),
		log: {
			warn() {},
			error() {},
			debug: log === undefined ? undefined : (facts, sentence) => sentence === "statement" && log(eventOf(facts)),
		},
	};
}

/** Microseconds since 1970 of a time that `now` gave. */
function microsecondsOf(time: Date | number): number {
	const ms = Number(time);
	if (!Number.isFinite(ms)) {
		throw new TypeError(`the function now gave ${String(time)}, which is no time`);
	}
	return Math.round(ms * 1000);
}

function eventOf(facts: object): StatementEvent {
	const { statement, connection, elapsedMs, rows, examined, error } = facts as StatementEvent;
	return { statement, connection, elapsedMs, rows, examined, error };
}

/** States of new databases by their rules, since each but the first is a fork. */
const templates = new WeakMap<ComposedRules, Promise<KernelState>>();

/** A new database in memory. */
export async function openNew(rules: ComposedRules, parts: KernelParts): Promise<OpenedKernel> {
	let template = templates.get(rules);
	if (template === undefined) {
		template = templateOf(rules);
		templates.set(rules, template);
	}
	return inMemory(forkKernel(await template, parts), rules);
}

async function templateOf(rules: ComposedRules): Promise<KernelState> {
	const built = builtState(rules);
	const store = built === undefined ? openMemoryStore() : await storeOfBytes(built);
	return keepState(await openKernel({ ...kernelOptions(rules, silent), store }));
}

const silent: KernelParts = { clock: undefined, seeded: undefined, log: { warn() {}, error() {} } };

/** A database in memory that begins with a snapshot: a fork of it, under the same rules or others. */
export async function openFork(
	{ state, rules: former }: Pick<Snapshot, "state" | "rules">,
	rules: ComposedRules,
	parts: KernelParts,
): Promise<OpenedKernel> {
	const kernel =
		rules.composed.book === former.composed.book
			? forkKernel(state, parts)
			: await forkUnder(state, kernelOptions(rules, { ...parts, clock: parts.clock ?? state.server.clock }));
	return inMemory(kernel, rules);
}

/** A database in memory that begins with a directory. */
export async function openFrom(path: string, rules: ComposedRules, parts: KernelParts): Promise<OpenedKernel> {
	const held = await holdDirectory(path, true);
	const store = openOverlay(held, () => void held.close());
	try {
		return inMemory(await openKernel({ ...kernelOptions(rules, parts), store }), rules);
	} catch (failure) {
		await store.close();
		throw failure;
	}
}

/** States of saved bytes by their rules. */
const byBytes = new WeakMap<Uint8Array, WeakMap<ComposedRules, Promise<KernelState>>>();

/** A database in memory that begins with saved bytes. */
export async function openBytes(bytes: Uint8Array, rules: ComposedRules, parts: KernelParts): Promise<OpenedKernel> {
	const known = byBytes.get(bytes) ?? new WeakMap<ComposedRules, Promise<KernelState>>();
	byBytes.set(bytes, known);
	let state = known.get(rules);
	if (state === undefined) {
		state = storeOfBytes(bytes)
			.then((store) => openKernel({ ...kernelOptions(rules, silent), store }))
			.then((kernel) => keepState(kernel));
		known.set(rules, state);
		state.catch(() => known.delete(rules));
	}
	return inMemory(forkKernel(await state, parts), rules);
}

/** A database in a directory. */
export async function openIn(
	path: string,
	rules: ComposedRules,
	parts: KernelParts,
	program: string,
): Promise<OpenedKernel> {
	const shared = await shareKernel(path, rules, (store) =>
		openKernel({ ...kernelOptions(rules, parts), store, variables: { datadir: path } }),
	);
	tellOpen();
	writeNote(path, noteOf(rules, program, new Date(nowMs())));
	return {
		kernel: shared.kernel,
		rules: shared.rules,
		dataDir: path,
		isShared: shared.isShared,
		hasOtherWriters: shared.hasOtherWriters,
		keep: async () => {
			const held = await holdDirectory(path, true);
			return keepState(shared.kernel, () => void held.close());
		},
		close: shared.release,
	};
}

/** The rules that a directory or saved bytes were opened with last, without plugins; undefined: it has no note. */
export function notedRules(saved: string | Uint8Array): RuleOptions | undefined {
	const note = isBytes(saved) ? noteOfBytes(saved) : readNote(saved);
	return (
		note && {
			version: note.release,
			as: note.mode === "measured" ? "measured" : "documented",
			mixes: note.mixes,
			quirks: note.quirks ?? [],
		}
	);
}

function inMemory(kernel: Kernel, rules: ComposedRules): OpenedKernel {
	tellOpen();
	return {
		kernel,
		rules,
		dataDir: undefined,
		isShared: () => false,
		hasOtherWriters: () => false,
		keep: () => keepState(kernel),
		close: () => kernel.close(0),
	};
}

function kernelOptions({ composed }: ComposedRules, { clock, seeded, log }: KernelParts) {
	const { book, release, inForce, others } = composed;
	return { book, release, inForce, others, log, seeded, sharesTables: true, ...(clock === undefined ? {} : { clock }) };
}
