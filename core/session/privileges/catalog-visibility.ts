/**
 * Catalog visibility: the databases, tables and columns on which an account has some privilege.
 *
 * Lists filter with `Sight`; a schema without hidden objects is computed once per schema and account.
 */
import type { Sight } from "../../catalog/information-schema/providers.ts";
import { onColumns, privilegeBit, privilegesIn } from "../../catalog/privilege.ts";
import type { Routine } from "../../catalog/program.ts";
import type { Database, Schema } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import type { AccountRights } from "./account-rights.ts";

const showDatabases = privilegeBit("SHOW DATABASES");
const select = privilegeBit("SELECT");
const trigger = privilegeBit("TRIGGER");
const event = privilegeBit("EVENT");
const viewReader = select | privilegeBit("SHOW VIEW");
const routinePrivileges = ["EXECUTE", "ALTER ROUTINE", "CREATE ROUTINE"].map(privilegeBit);

export class CatalogVisibility implements Sight {
	readonly #rights: AccountRights;

	constructor(rights: AccountRights) {
		this.#rights = rights;
	}

	schema(schema: Schema): Schema {
		return this.#rights.isAll ? schema : visible(schema, this.#rights);
	}

	seesDatabase(name: string): boolean {
		return this.#rights.hasAny(showDatabases) || this.#rights.seesDatabase(name);
	}

	seesColumn(database: string, table: string, column: string): boolean {
		return this.#rights.isAll || (this.#rights.onColumn(database, table, column) & onColumns) !== 0;
	}

	seesRoutine(routine: Routine): boolean {
		return (
			routinePrivileges.some((privilege) => this.#rights.mayRoutine(routine, privilege)) || this.readsRoutine(routine)
		);
	}

	readsRoutine(routine: Routine): boolean {
		return this.#rights.isDefiner(routine) || (this.#rights.onTable("mysql", "proc") & select) !== 0;
	}

	readsView({ database, name, record: { definer } }: View): boolean {
		const { user, accountHost } = this.#rights.actor;
		const isDefiner = definer.user === user && definer.host.toLowerCase() === accountHost.toLowerCase();
		return isDefiner || (this.#rights.onTable(database, name) & viewReader) === viewReader;
	}

	seesTriggers(database: string, table: string): boolean {
		return (this.#rights.onTable(database, table) & trigger) !== 0;
	}

	seesEvents(database: string): boolean {
		return (this.#rights.onDatabase(database) & event) !== 0;
	}

	columnPrivileges(database: string, table: string, column: string): string {
		return privilegesIn(this.#rights.onColumn(database, table, column) & onColumns)
			.map(({ name }) => name.toLowerCase())
			.join(",");
	}
}

/** Last computed schema of each account. */
const seen = new WeakMap<AccountRights, { readonly schema: Schema; readonly visible: Schema }>();

function visible(schema: Schema, rights: AccountRights): Schema {
	const last = seen.get(rights);
	if (last?.schema === schema) {
		return last.visible;
	}
	const databases = new Map<string, Database>();
	for (const [key, database] of schema.databases) {
		if (rights.hasAny(showDatabases) || rights.seesDatabase(database.name)) {
			databases.set(key, {
				...database,
				tables: seenOf(database, database.tables, rights),
				views: seenOf(database, database.views, rights),
			});
		}
	}
	const made = Object.freeze({ ...schema, databases });
	seen.set(rights, { schema, visible: made });
	return made;
}

function seenOf<T extends { readonly name: string }>(
	{ name }: Database,
	things: ReadonlyMap<string, T>,
	rights: AccountRights,
): ReadonlyMap<string, T> {
	return new Map([...things].filter(([, thing]) => rights.seesTable(name, thing.name)));
}
