/**
 * The schema of a state of the store, loaded once however many statements run on it.
 *
 * In: transactions. Out: schemas. Nothing about the schema lives in this process alone: a state that may differ is asked
 * for its schema version, and only a version not seen before is loaded. After a switch changed that the loading
 * depends on, all is loaded anew.
 */
import { readSchemaVersion, type SchemaLoader, type SchemaQuestions, schemaLoader } from "../catalog/load.ts";
import type { Schema } from "../catalog/table.ts";
import { after } from "../exec/answer.ts";
import type { Answer, Reader } from "../store/store.ts";

/** Old snapshots may be of older schemas; more than these are loaded again. */
const maximumKept = 4;

export class SchemaCache {
	readonly questions: SchemaQuestions;
	#loader: SchemaLoader;
	#byVersion = new Map<number, Schema>();
	#newest: Schema | undefined;
	/** The store transaction that `#newest` was found good for. */
	#newestId = -1;

	constructor(questions: SchemaQuestions) {
		this.questions = questions;
		this.#loader = schemaLoader(questions);
	}

	/** The schema as a reader sees it; `transactionId` is the reader's state. */
	at(reader: Reader, transactionId: number): Answer<Schema> {
		if (transactionId === this.#newestId && this.#newest !== undefined) {
			return this.#newest;
		}
		return after(readSchemaVersion(reader), (version) => {
			const known = this.#byVersion.get(version);
			return known === undefined
				? after(this.#loader.load(reader), (schema) => this.#keep(schema, version, transactionId))
				: this.#keep(known, version, transactionId);
		});
	}

	/** Asks the questions again: their answers may have changed. */
	forget(): void {
		this.#loader = schemaLoader(this.questions);
		this.#byVersion = new Map();
		this.#newest = undefined;
		this.#newestId = -1;
	}

	#keep(schema: Schema, version: number, transactionId: number): Schema {
		this.#byVersion.set(version, schema);
		if (this.#byVersion.size > maximumKept) {
			const [oldest] = this.#byVersion.keys();
			this.#byVersion.delete(oldest!);
		}
		if (transactionId > this.#newestId) {
			this.#newest = schema;
			this.#newestId = transactionId;
		}
		return schema;
	}
}
