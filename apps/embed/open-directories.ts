/**
 * Data directories that this process has open, by their real paths: opened once, shared, closed by the last holder.
 *
 * LMDB's lock of writers is the process's: a second opening of one file would wait for it for ever.
 */
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Commit, FastStore, Kernel } from "../../core/index.ts";
import { openDirectory, storeInode } from "../compose/data-directory.ts";
import type { ComposedRules } from "./composed-rules.ts";
import { UsageError } from "../compose/usage-error.ts";

interface OpenDirectory {
	readonly store: Promise<FastStore>;
	/** The number that the file system knows its file by, not given again while it is open; undefined before that. */
	inode: number | undefined;
	readonly readOnly: boolean;
	holders: number;
	/** The kernel that works in it, and the rules that it has. */
	kernel: { readonly opened: Promise<Kernel>; readonly rules: ComposedRules; users: number } | undefined;
}

const open = new Map<string, OpenDirectory>();

/** Opens a directory, or shares it. `readOnly`: nothing is written by this holder. */
export async function holdDirectory(path: string, readOnly: boolean): Promise<HeldStore> {
	const key = realPath(path);
	let directory = open.get(key);
	if (directory?.readOnly && !readOnly) {
		throw new UsageError(`${path} is open in this process to begin others with: close these to work in it`, 1);
	}
	if (directory?.inode !== undefined && storeInode(path) !== directory.inode) {
		throw new UsageError(
			`${path} was removed while this process has it open: close its databases and let its snapshots go first`,
			1,
		);
	}
	if (directory === undefined) {
		directory = {
			store: openDirectory(path, { readOnly, snapshotGrowthBytes: 0 }),
			inode: undefined,
			readOnly,
			holders: 0,
			kernel: undefined,
		};
		open.set(key, directory);
	}
	directory.holders++;
	try {
		const store = await directory.store;
		directory.inode ??= storeInode(path);
		return new HeldStore(store, () => letGo(key, directory));
	} catch (failure) {
		letGo(key, directory);
		throw failure;
	}
}

function letGo(key: string, directory: OpenDirectory): Promise<void> {
	directory.holders--;
	if (directory.holders > 0) {
		return Promise.resolve();
	}
	if (open.get(key) === directory) {
		open.delete(key);
	}
	return directory.store.then(
		(store) => store.close(),
		() => undefined,
	);
}

interface SharedKernel {
	readonly kernel: Kernel;
	/** Others in this process have it as well. */
	isShared(): boolean;
	/** Another process works in the directory. */
	hasOtherWriters(): boolean;
	readonly rules: ComposedRules;
	/** Closes it for the last who has it. */
	release(): Promise<void>;
}

/**
 * Opens the kernel that works in a directory, or shares it.
 *
 * @param rules - in words they must be those it has
 * @throws UsageError where it is open in this process under other rules
 */
export async function shareKernel(
	path: string,
	rules: ComposedRules,
	openKernel: (store: FastStore) => Promise<Kernel>,
): Promise<SharedKernel> {
	const held = await holdDirectory(path, false);
	const directory = open.get(realPath(path))!;
	const known = directory.kernel;
	const { inForce } = rules.composed;
	if (known !== undefined && known.rules.composed.inForce !== inForce) {
		await held.close();
		throw new UsageError(
			`${path} is open in this process as ${known.rules.composed.inForce}: close it to open it as ${inForce}, or begin with it ` +
				"in memory (from)",
			1,
		);
	}
	const kernel = known ?? { opened: openKernel(held), rules, users: 0 };
	directory.kernel = kernel;
	kernel.users++;
	if (known !== undefined) {
		await held.close();
	}
	const hasOtherWriters = (): boolean => held.hasOtherWriters;
	const leave = async (): Promise<void> => {
		kernel.users--;
		if (kernel.users === 0) {
			directory.kernel = undefined;
			await kernel.opened.then(
				(opened) => opened.close(0),
				() => held.close(),
			);
		}
	};
	try {
		return {
			kernel: await kernel.opened,
			isShared: () => kernel.users > 1,
			hasOtherWriters,
			rules: kernel.rules,
			release: leave,
		};
	} catch (failure) {
		await leave();
		throw failure;
	}
}

/** Of a path that is not there yet, too. */
function realPath(path: string): string {
	const full = resolve(path);
	return existsSync(full) ? realpathSync(full) : join(realPath(dirname(full)), basename(full));
}

/** A shared store: closing it lets it go. */
class HeldStore implements FastStore {
	readonly #store: FastStore;
	readonly #letGo: () => Promise<void>;
	#isClosed = false;
	readonly commitAlone?: NonNullable<FastStore["commitAlone"]>;

	constructor(store: FastStore, release: () => Promise<void>) {
		this.#store = store;
		this.#letGo = release;
		if (store.commitAlone !== undefined) {
			this.commitAlone = (batch) => store.commitAlone?.(batch);
		}
	}

	get hasCompany(): boolean {
		return this.#store.hasCompany === true;
	}

	get hasOtherWriters(): boolean {
		return this.#store.hasOtherWriters === true;
	}

	get askers(): FastStore["askers"] {
		return this.#store.askers;
	}

	snapshot(): ReturnType<FastStore["snapshot"]> {
		return this.#store.snapshot();
	}

	commit(batch: Parameters<FastStore["commit"]>[0]): Promise<Commit> {
		return this.#store.commit(batch);
	}

	check(): void {
		this.#store.check();
	}

	/** May be called twice. */
	async close(): Promise<void> {
		if (!this.#isClosed) {
			this.#isClosed = true;
			await this.#letGo();
		}
	}
}
