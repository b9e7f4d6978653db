/**
 * Database of a test file, with a state of its own before each test.
 *
 * It is opened, reset and closed by the hooks of the runner: those that are given, the global ones of Jest and vitest,
 * else those of node:test.
 */
import { type ClientConfig, clientConfig } from "../embed/client-config.ts";
import { type Database, open, type OpenOptions, type Snapshot } from "../embed/index.ts";

/** Hooks of a test runner: each takes a function that may return a promise. */
export interface TestHooks {
	/** Before all tests of the file: vitest's `beforeAll`. */
	before(step: () => Promise<void>): unknown;
	beforeEach(step: () => Promise<void>): unknown;
	/** After all tests of the file: vitest's `afterAll`. */
	after(step: () => Promise<void>): unknown;
}

export interface TestDatabaseOptions extends Omit<OpenOptions, "dataDir"> {
	/**
	 * The step before each test. `restore`: the database returns to its state, and connections stay. `fork`: it is
	 * another, and connections are made anew. Default: restore.
	 */
	readonly reset?: "restore" | "fork";
	/** Called once, when the database is open: what it does belongs to the state. */
	readonly migrate?: (db: Database) => unknown;
	readonly hooks?: TestHooks;
}

/**
 * Opens a database for the tests of a file, and resets it before each. Tests that share it run one after the other.
 * @param options `from` a prepared directory; `reset`, `migrate` and `hooks`; all others are those of `open`
 * @returns the database: `config()` is there at once, all else from the first hook on
 * @throws TypeError for a wrong `reset`, and where the runner's hooks are not known
 */
export function useDatabase({ reset = "restore", migrate, hooks, ...options }: TestDatabaseOptions = {}): Database {
	if (reset !== "restore" && reset !== "fork") {
		throw new TypeError(`the option reset of useDatabase() is restore or fork, not ${String(reset)}`);
	}
	let base: Database | undefined;
	let current: Database | undefined;
	let start: Snapshot | undefined;
	const { before, beforeEach, after } = hooks ?? runnerHooks();
	before(async () => {
		base = await open(options);
		await migrate?.(base);
		start = await base.snapshot();
		current = base;
	});
	beforeEach(async () => {
		if (base === undefined || start === undefined) {
			return;
		}
		if (reset === "restore") {
			await base.restore(start);
		} else {
			const former = current;
			current = await open({ ...options, from: start });
			if (former !== base) {
				await former?.close();
			}
		}
	});
	after(async () => {
		start?.letGo();
		await current?.close();
		await base?.close();
	});
	const opened = (name: string): Database => {
		if (current === undefined) {
			throw new Error(`the database of useDatabase() is opened before the first test: ${name} was asked for earlier`);
		}
		return current;
	};
	return facade(opened, options.database ?? "test");
}

/** A database that is another after each fork. */
function facade(opened: (name: string) => Database, database: string): Database {
	const config = (): ClientConfig => clientConfig(database, () => opened("a connection").stream());
	return new Proxy({} as Database, {
		get(_target, name) {
			if (name === "config") {
				return config;
			}
			// A promise that resolves to it asks for this.
			if (name === "then") {
				return undefined;
			}
			const db = opened(String(name));
			const value: unknown = Reflect.get(db, name, db);
			return typeof value === "function" ? value.bind(db) : value;
		},
	});
}

function runnerHooks(): TestHooks {
	const { beforeAll, beforeEach, afterAll } = globalThis as Readonly<Record<string, unknown>>;
	if (typeof beforeAll === "function" && typeof beforeEach === "function" && typeof afterAll === "function") {
		return { before: beforeAll, beforeEach, after: afterAll } as unknown as TestHooks;
	}
	if (process.env["VITEST"] !== undefined) {
		throw new TypeError(
			"vitest's hooks are not global here: give them to useDatabase() as hooks: { before: beforeAll, beforeEach, " +
				"after: afterAll }",
		);
	}
	return process.getBuiltinModule("node:test") as unknown as TestHooks;
}
