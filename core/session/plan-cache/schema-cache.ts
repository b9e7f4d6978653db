/**
 * Schema cache: the schema of a store snapshot, loaded once per schema version.
 *
 * A snapshot that may differ has its schema version read, and only an unseen version is loaded, so that definitions
 * of other processes are seen. While the process is the log's only writer, the store knows which states cannot
 * differ: a statement after each single commit reads no version. A change of a switch that loading depends on
 * invalidates all.
 */
import { readSchemaVersion, type SchemaLoader, schemaLoader } from "../../catalog/schema/load.ts";
import type { SchemaQuestions } from "../../catalog/schema/loaded-table.ts";
import type { Schema } from "../../catalog/table.ts";
import { after } from "../../async/maybe-promise.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { FastSnapshot, FastStore } from "../../store/fast-store.ts";

/** Old snapshots may need older schemas; beyond these they are loaded again. */
const maximumKept = 4;

/** Returns the schema of the last committed state. */
export async function newestSchema({
	store,
	schemas,
}: {
	readonly store: FastStore;
	readonly schemas: SchemaCache;
}): Promise<Schema> {
	const snapshot = store.snapshot();
	try {
		return await schemas.at(snapshot);
	} finally {
		snapshot.release();
	}
}

/** A loaded schema, for caches over states that begin with it. */
export interface KeptSchema {
	readonly schema: Schema;
	readonly questions: SchemaQuestions;
	readonly loader: SchemaLoader;
}

export class SchemaCache {
	questions: SchemaQuestions;
	readonly #ask: () => SchemaQuestions;
	/** Called when the schema is no longer the one that was adopted. */
	whenLeft: (() => void) | undefined;
	/** Incremented by `forget`: tables resolved before are out of date. */
	generation = 0;
	#loader: SchemaLoader;
	#byVersion = new Map<number, Schema>();
	#newest: Schema | undefined;
	/** The store transaction for which `#newest` was last found valid. */
	#newestId = -1;
	#newestState: object | undefined;

	/** `ask`: makes the questions, with the values of switches as they are then. */
	constructor(ask: () => SchemaQuestions) {
		this.#ask = ask;
		this.questions = ask();
		this.#loader = schemaLoader(this.questions);
	}

	/** Returns the schema of a snapshot to be adopted by others. */
	keep(snapshot: FastSnapshot): MaybePromise<KeptSchema> {
		return after(this.at(snapshot), (schema) => ({
			schema,
			questions: this.questions,
			loader: this.#loader.fork(),
		}));
	}

	/** Forgets all, and begins with a schema that another cache has loaded of the same state under the same rules. */
	adopt({ schema, questions, loader }: KeptSchema, { transactionId, schemaState }: FastSnapshot): void {
		this.questions = questions;
		this.#loader = loader.fork();
		this.#byVersion = new Map([[schema.version, schema]]);
		this.#newest = schema;
		this.#newestId = transactionId;
		this.#newestState = schemaState;
	}

	/** Forgets all, and begins with the tables that another cache has loaded under the same rules, of any state. */
	adoptTables({ questions, loader }: KeptSchema): void {
		this.forget();
		this.questions = questions;
		this.#loader = loader.relative();
	}

	/** Returns the schema of a snapshot. */
	at(snapshot: FastSnapshot): MaybePromise<Schema> {
		const { transactionId, schemaState } = snapshot;
		if (
			this.#newest !== undefined &&
			(transactionId === this.#newestId || (schemaState !== undefined && schemaState === this.#newestState))
		) {
			return this.#newest;
		}
		return after(readSchemaVersion(snapshot), (version) => {
			const known = this.#byVersion.get(version);
			return known === undefined
				? after(this.#loader.load(snapshot), (schema) => this.#keep(schema, version, snapshot))
				: this.#keep(known, version, snapshot);
		});
	}

	/** Invalidates all schemas, since the rules' answers may have changed. */
	forget(): void {
		this.generation++;
		this.questions = this.#ask();
		this.#loader = schemaLoader(this.questions);
		this.#leave();
		this.#byVersion = new Map();
		this.#newest = undefined;
		this.#newestId = -1;
		this.#newestState = undefined;
	}

	#leave(): void {
		this.whenLeft?.();
		this.whenLeft = undefined;
	}

	#keep(schema: Schema, version: number, { transactionId, schemaState }: FastSnapshot): Schema {
		this.#byVersion.set(version, schema);
		if (this.#byVersion.size > maximumKept) {
			const [oldest] = this.#byVersion.keys();
			this.#byVersion.delete(oldest!);
		}
		if (transactionId > this.#newestId) {
			if (schema !== this.#newest) {
				this.#leave();
			}
			this.#newest = schema;
			this.#newestId = transactionId;
			this.#newestState = schemaState;
		}
		return schema;
	}
}
