/**
 * Global values of the system variables.
 *
 * Those that rules declare are stored, so that they survive a restart and reach other servers on the same data
 * directory; all others last as long as the process. A session copies the values when it starts.
 */
import { globalVariableKey } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { FastReader, FastStore } from "../../store/fast-store.ts";
import { encodeText, type Value } from "../../types/value/value.ts";
import { lastly } from "../../async/maybe-promise.ts";
import type { PeerProcesses } from "./peer-processes.ts";
import { defaultCache, firstOfCache, namedPart } from "../variables/key-cache.ts";
import type { VariableRegistry } from "../variables/registry.ts";

export type VariableValues = ReadonlyMap<string, Value>;

export class GlobalVariables {
	readonly #registry: VariableRegistry;
	readonly #store: FastStore;
	readonly #company: PeerProcesses;
	/** Values set since the start. The map is immutable (copy on write): sessions keep the one they started with. */
	#set: VariableValues = new Map();
	/** `read_only`: checked by every statement that writes. */
	isReadOnly = false;
	/** `general_log`: checked by every statement. */
	isLogged = false;
	/** Called with each change of `event_scheduler`. */
	whenScheduling: (isOn: boolean) => void = () => {};
	/** Id of the newest store transaction when the values were read. */
	#loadedId = -1;

	constructor(registry: VariableRegistry, store: FastStore, company: PeerProcesses) {
		this.#registry = registry;
		this.#store = store;
		this.#company = company;
	}

	/** Values for a new session, by name, where they differ from the initial ones. */
	get values(): VariableValues {
		return this.#set;
	}

	/** Returns the value in force. */
	read(name: string): Value {
		const stored = this.#registry.rules.get(name)?.declared.scope === "both" ? this.#newest(name) : undefined;
		return stored ?? this.#set.get(name) ?? this.initial(name);
	}

	/** Returns the default value. */
	initial(name: string): Value {
		const inside = namedPart(name);
		if (inside !== undefined) {
			return firstOfCache(
				inside.part,
				this.#registry.get(inside.part)?.initial ?? null,
				this.hasKeyCache(inside.cache),
			);
		}
		return this.#registry.get(name)?.initial ?? null;
	}

	/** True if any variable of the key cache was ever set. */
	hasKeyCache(cache: string): boolean {
		return cache.toLowerCase() === defaultCache || [...this.#set.keys()].some((name) => name.startsWith(`${cache}.`));
	}

	write(name: string, value: Value): MaybePromise<void> {
		this.learn(name, value);
		if (this.#registry.rules.has(name)) {
			const write = { key: globalVariableKey(encodeText(name)), value: Buffer.from(String(value), "latin1") };
			return this.#store
				.commit({ writes: [write], conditions: [] })
				.then(() => this.#company.tellVariable(name, value));
		}
		return this.#company.size === 1 ? undefined : this.#company.tellVariable(name, value);
	}

	/** Applies a value that was set here or in another process of the server. */
	learn(name: string, value: Value): void {
		this.#set = new Map(this.#set).set(name, value);
		this.isReadOnly = this.read("read_only") === 1;
		this.isLogged = this.read("general_log") === 1;
		if (name === "event_scheduler") {
			this.whenScheduling(value === "ON");
		}
	}

	/** Takes values that were set elsewhere, of variables that are known here, and forgets its own. */
	adopt(values: VariableValues): void {
		this.#set = new Map([...values].filter(([name]) => this.#registry.get(name) !== undefined));
		this.#loadedId = -1;
		this.isReadOnly = this.read("read_only") === 1;
		this.isLogged = this.read("general_log") === 1;
		this.whenScheduling(this.read("event_scheduler") === "ON");
	}

	/** Loads the newest stored values, for new sessions: another server may have written since. */
	async refresh(): Promise<void> {
		const snapshot = this.#store.snapshot();
		try {
			if (snapshot.transactionId !== this.#loadedId) {
				await this.load(snapshot);
				this.#loadedId = snapshot.transactionId;
			}
		} finally {
			snapshot.release();
		}
	}

	/** Loads the values of a snapshot. */
	async load(reader: FastReader): Promise<void> {
		const names = [...this.#registry.rules.values()]
			.filter(({ declared }) => declared.scope === "both")
			.map(({ variable }) => variable.name);
		if (names.length === 0) {
			return;
		}
		const values = await reader.getMany(names.map((name) => globalVariableKey(encodeText(name))));
		const set = new Map(this.#set);
		names.forEach((name, at) => {
			const bytes = values[at];
			if (bytes !== undefined) {
				set.set(name, Buffer.from(bytes).toString("latin1"));
			}
		});
		this.#set = set;
	}

	/** Returns the newest stored value, where the store reads synchronously. */
	#newest(name: string): Value | undefined {
		const snapshot = this.#store.snapshot();
		return lastly(
			() => {
				const bytes = snapshot.get(globalVariableKey(encodeText(name)));
				return bytes === undefined || bytes instanceof Promise ? undefined : Buffer.from(bytes).toString("latin1");
			},
			() => snapshot.release(),
		) as Value | undefined;
	}
}
