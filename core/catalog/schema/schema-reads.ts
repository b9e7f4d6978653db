/**
 * Schema look-ups of one plan: which databases, tables, views and routines it found by name, and which names it did
 * not find.
 *
 * A plan is valid under every schema in which the same look-ups find the same objects, so that CREATE, ALTER, TRUNCATE
 * and DROP of anything else leave it. Planning receives `view` in the schema's place; what cannot be recorded by name
 * (a list of all tables) makes the plan depend on the schema as a whole.
 */
import { EntryMap } from "./entry-map.ts";
import type { DatabaseRecord, RoutineRecord } from "../record.ts";
import type { Database, Schema, Table } from "../table.ts";
import type { View } from "../view.ts";

/** Of the schema that all sessions share, or of the one with the session's temporary tables in front. */
type Root = "own" | "shared";

type Kind = "database" | "facts" | "table" | "view" | "routine";

type ObjectKind = "table" | "view" | "routine";

interface Read {
	readonly root: Root;
	readonly kind: Kind;
	readonly database: string;
	readonly name: string;
	/** Undefined: nothing had the name. Of a database: its id. */
	readonly found: object | number | undefined;
}

const fewReads = 16;

export class SchemaReads {
	/** The schema as planning sees it; after `seal`, the schema that was last found valid. */
	readonly view: Schema;
	#schema: Schema;
	#isSealed = false;
	#isWhole = false;
	readonly #reads: Read[] = [];
	/** Of many look-ups: those noted. */
	#keys: Set<string> | undefined;

	constructor(schema: Schema) {
		this.#schema = schema;
		this.view = schema.shared === undefined ? new SharedView(this) : new OwnView(this);
	}

	/** The schema under which the look-ups were last found to hold. */
	get schema(): Schema {
		return this.#schema;
	}

	/** Ends the recording: planning is done. */
	seal(): void {
		this.#isSealed = true;
	}

	/** Whether every look-up finds in `schema` what it found; the view is of that schema from then on. */
	hold(schema: Schema): boolean {
		if (schema === this.#schema) {
			return true;
		}
		if (this.#isWhole || (schema.shared === undefined) !== (this.#schema.shared === undefined)) {
			return false;
		}
		for (const read of this.#reads) {
			if (findObject(rootOf(schema, read.root), read.kind, read.database, read.name) !== read.found) {
				return false;
			}
		}
		this.#schema = schema;
		return true;
	}

	/** The whole schema is read: any other is another. */
	whole(root: Root): Schema {
		this.#isWhole ||= !this.#isSealed;
		return rootOf(this.#schema, root);
	}

	root(root: Root): Schema {
		return rootOf(this.#schema, root);
	}

	note(root: Root, kind: Kind, database: string, name = ""): void {
		if (!this.#isSealed && !this.#isNoted(root, kind, database, name)) {
			const found = findObject(rootOf(this.#schema, root), kind, database, name);
			this.#reads.push({ root, kind, database, name, found });
		}
	}

	/** A few are compared one by one, which costs less than a key. */
	#isNoted(root: Root, kind: Kind, database: string, name: string): boolean {
		if (this.#reads.length < fewReads) {
			for (const read of this.#reads) {
				if (read.name === name && read.kind === kind && read.root === root && read.database === database) {
					return true;
				}
			}
			return false;
		}
		this.#keys ??= new Set(this.#reads.map((read) => keyOf(read.root, read.kind, read.database, read.name)));
		const { size } = this.#keys;
		return this.#keys.add(keyOf(root, kind, database, name)).size === size;
	}
}

function keyOf(root: Root, kind: Kind, database: string, name: string): string {
	return `${root}\0${kind}\0${database}\0${name}`;
}

/** Returns the schema itself where planning's view of it is given. */
export function schemaOfView(schema: Schema): Schema {
	return schema instanceof SharedView ? schema.whole : schema;
}

function rootOf(schema: Schema, root: Root): Schema {
	return root === "own" ? schema : (schema.shared ?? schema);
}

function findObject(schema: Schema, kind: Kind, name: string, object: string): object | number | undefined {
	const database = schema.databases.get(name);
	switch (kind) {
		case "database":
			return database?.id;
		case "facts":
			return database?.record;
		case "table":
			return database?.tables.get(object);
		case "view":
			return database?.views.get(object);
		case "routine":
			return database?.routines.get(object);
	}
}

class SharedView implements Schema {
	readonly databases: ReadonlyMap<string, Database>;
	readonly #reads: SchemaReads;
	readonly #root: Root;

	constructor(reads: SchemaReads, root: Root = "shared") {
		this.#reads = reads;
		this.#root = root;
		this.databases = new DatabasesView(reads, root);
	}

	get version(): number {
		return this.#reads.whole(this.#root).version;
	}

	get whole(): Schema {
		return this.#reads.whole(this.#root);
	}

	get references(): Schema["references"] {
		return this.#reads.whole(this.#root).references;
	}
}

class OwnView extends SharedView {
	readonly shared: Schema;

	constructor(reads: SchemaReads) {
		super(reads, "own");
		this.shared = new SharedView(reads);
	}
}

class DatabasesView extends EntryMap<string, Database> {
	readonly #reads: SchemaReads;
	readonly #root: Root;

	constructor(reads: SchemaReads, root: Root) {
		super();
		this.#reads = reads;
		this.#root = root;
	}

	get size(): number {
		return this.#reads.whole(this.#root).databases.size;
	}

	get(name: string): Database | undefined {
		this.#reads.note(this.#root, "database", name);
		const database = this.#reads.root(this.#root).databases.get(name);
		return database === undefined ? undefined : new DatabaseView(this.#reads, this.#root, name, database);
	}

	has(name: string): boolean {
		return this.get(name) !== undefined;
	}

	entries(): MapIterator<[string, Database]> {
		return this.#reads.whole(this.#root).databases.entries();
	}
}

class DatabaseView implements Database {
	readonly id: number;
	readonly name: string;
	readonly tables: ReadonlyMap<string, Table>;
	readonly views: ReadonlyMap<string, View>;
	readonly #reads: SchemaReads;
	readonly #root: Root;
	/** Its name as a key. */
	readonly #key: string;
	readonly #database: Database;

	constructor(reads: SchemaReads, root: Root, key: string, database: Database) {
		this.#reads = reads;
		this.#root = root;
		this.#key = key;
		this.#database = database;
		this.id = database.id;
		this.name = database.name;
		this.tables = new ObjectsView(reads, root, "table", key, database.tables);
		this.views = new ObjectsView(reads, root, "view", key, database.views);
	}

	get routines(): ReadonlyMap<string, RoutineRecord> {
		return new ObjectsView(this.#reads, this.#root, "routine", this.#key, this.#database.routines);
	}

	get record(): DatabaseRecord {
		return this.#facts().record;
	}

	get charset(): string {
		return this.#facts().charset;
	}

	get collation(): string {
		return this.#facts().collation;
	}

	#facts(): Database {
		this.#reads.note(this.#root, "facts", this.#key);
		return this.#database;
	}
}

class ObjectsView<T> extends EntryMap<string, T> {
	readonly #reads: SchemaReads;
	readonly #root: Root;
	readonly #kind: ObjectKind;
	readonly #database: string;
	readonly #objects: ReadonlyMap<string, T>;

	constructor(reads: SchemaReads, root: Root, kind: ObjectKind, database: string, objects: ReadonlyMap<string, T>) {
		super();
		this.#reads = reads;
		this.#root = root;
		this.#kind = kind;
		this.#database = database;
		this.#objects = objects;
	}

	get size(): number {
		this.#reads.whole(this.#root);
		return this.#objects.size;
	}

	get(name: string): T | undefined {
		this.#reads.note(this.#root, this.#kind, this.#database, name);
		return this.#objects.get(name);
	}

	has(name: string): boolean {
		return this.get(name) !== undefined;
	}

	entries(): MapIterator<[string, T]> {
		this.#reads.whole(this.#root);
		return this.#objects.entries();
	}
}
