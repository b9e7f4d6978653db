/**
 * The schema of a state of the store, loaded once however many statements run on it.
 *
 * In: snapshots. Out: schemas. Nothing about the schema lives in this process alone: a state that may differ is asked
 * for its schema version, and only a version not seen before is loaded. While the process has the store's log for
 * itself, the store knows which states cannot differ: a statement after each single commit need not ask. After a
 * switch changed that the loading depends on, all is loaded anew.
 */
import { readSchemaVersion, type SchemaLoader, schemaLoader } from "../../catalog/load.ts";
import type { SchemaQuestions } from "../../catalog/loaded-table.ts";
import type { Schema } from "../../catalog/table.ts";
import { after } from "../../async/maybe-promise.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { FastSnapshot, FastStore } from "../../store/fast-store.ts";

/** Old snapshots may be of older schemas; more than these are loaded again. */
const maximumKept = 4;

/** Of the state that was committed last. */
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

export class SchemaCache {
	readonly questions: SchemaQuestions;
	#loader: SchemaLoader;
	#byVersion = new Map<number, Schema>();
	#newest: Schema | undefined;
	/** The store transaction that `#newest` was found good for. */
	#newestId = -1;
	#newestState: object | undefined;

	constructor(questions: SchemaQuestions) {
		this.questions = questions;
		this.#loader = schemaLoader(questions);
	}

	/** The schema of a state of the store. */
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

	/** Asks the questions again: their answers may have changed. */
	forget(): void {
		this.#loader = schemaLoader(this.questions);
		this.#byVersion = new Map();
		this.#newest = undefined;
		this.#newestId = -1;
		this.#newestState = undefined;
	}

	#keep(schema: Schema, version: number, { transactionId, schemaState }: FastSnapshot): Schema {
		this.#byVersion.set(version, schema);
		if (this.#byVersion.size > maximumKept) {
			const [oldest] = this.#byVersion.keys();
			this.#byVersion.delete(oldest!);
		}
		if (transactionId > this.#newestId) {
			this.#newest = schema;
			this.#newestId = transactionId;
			this.#newestState = schemaState;
		}
		return schema;
	}
}
