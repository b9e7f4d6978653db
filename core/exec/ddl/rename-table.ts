/**
 * RENAME TABLE: several tables and views from left to right, so that two can swap names.
 *
 * Errors 1050, 1049, 1146, 1435, and 1450 for a view, which stays in its database.
 */
import { checkTableName, fold } from "../../catalog/identifier.ts";
import type { TableRecord, ViewRecord } from "../../catalog/record.ts";
import type { Database } from "../../catalog/table.ts";
import { putTable, putView } from "../../catalog/write.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { findView } from "../../plan/bind/table-name.ts";
import type { RenameTable } from "../../sql/tree/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { refuseOthersBarrier } from "../write/ddl-write-barrier.ts";
import { inTurns } from "../../async/sequential.ts";
import { databaseNameOf, databaseOf, existingName, findTable } from "../named-object.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { renamedForeignKeys } from "./foreign-key.ts";
import { moveReferences } from "./reference-move.ts";
import { checkChangedTable } from "./table-shape.ts";
import { sharedSchema } from "../temporary-table.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

type Named = { readonly table: TableRecord } | { readonly view: ViewRecord };

export function renameTable(
	statement: RenameTable,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const names = new NamesInMotion(execution, { ...planning, schema: sharedSchema(planning.schema) });
	return after(
		inTurns(statement.renames, execution, ({ from, to }) => {
			checkTableName(to.name);
			const named = names.find(from);
			if (named === undefined) {
				throw sqlError("noSuchTable", encodeText(databaseNameOf(from, planning)), encodeText(from.name));
			}
			const database = databaseOf(to, planning);
			// The case of its letters alone may change.
			if (names.find(to) !== undefined && (!names.areSame(from, to) || from.name === to.name)) {
				throw sqlError("tableExists", existingName(database.name, to.name, execution));
			}
			return "table" in named ? moveTable(named.table) : moveView(named.view);

			function moveTable(record: TableRecord): MaybePromise<void> {
				refuseMovedTriggers(record, database);
				const renamed = {
					...record,
					name: to.name,
					databaseId: database.id,
					foreignKeys: renamedForeignKeys(record.foreignKeys, record.name, to.name),
					definitionVersion: record.definitionVersion + 1,
				};
				checkChangedTable(record, renamed, databaseNameOf(from, planning), execution);
				names.move(from, to, { table: renamed });
				names.latest.set(record.id, renamed);
				const given = { database: databaseNameOf(from, planning), name: from.name };
				return after(putTable(execution.transaction, renamed, record), () =>
					moveReferences(given, { database: database.name, name: to.name }, names.latest, execution),
				);
			}

			function moveView(record: ViewRecord): MaybePromise<void> {
				refuseOtherDatabase(record, database, databaseOf(from, planning));
				const renamed = { ...record, name: to.name };
				names.move(from, to, { view: renamed });
				return putView(execution.transaction, renamed, record);
			}
		}),
		() => done(),
	);
}

/** Throws 1435: the triggers of a table belong to its database. */
export function refuseMovedTriggers({ databaseId, triggers = [] }: TableRecord, to: Database): void {
	if (to.id !== databaseId && triggers.length > 0) {
		throw sqlError("triggerInWrongSchema");
	}
}

function refuseOtherDatabase(record: ViewRecord, to: Database, from: Database): void {
	if (record.databaseId !== to.id) {
		throw sqlError("changingSchema", encodeText(from.name), encodeText(to.name));
	}
}

/** Name resolution while the statement renames. */
class NamesInMotion {
	readonly #execution: Execution;
	readonly #planning: Planning;
	/** Names released and taken so far; null: free now. */
	readonly #moved = new Map<string, Named | null>();
	/** Table records as the statement has written them, by id. */
	readonly latest = new Map<number, TableRecord>();

	constructor(execution: Execution, planning: Planning) {
		this.#execution = execution;
		this.#planning = planning;
	}

	find(name: TableName): Named | undefined {
		const moved = this.#moved.get(this.#keyOf(name));
		if (moved === undefined || moved === null) {
			return moved === null ? undefined : this.#stored(name);
		}
		return "table" in moved ? { table: this.latest.get(moved.table.id) ?? moved.table } : moved;
	}

	areSame(a: TableName, b: TableName): boolean {
		return this.#keyOf(a) === this.#keyOf(b);
	}

	move(from: TableName, to: TableName, named: Named): void {
		this.#moved.set(this.#keyOf(from), null);
		this.#moved.set(this.#keyOf(to), named);
	}

	#keyOf(name: TableName): string {
		return `${fold(databaseNameOf(name, this.#planning))}\0${fold(name.name)}`;
	}

	#stored(name: TableName): Named | undefined {
		const table = findTable(name, this.#planning);
		if (table !== undefined) {
			refuseOthersBarrier(table, this.#execution);
			return { table: this.latest.get(table.id) ?? table.record };
		}
		const view = findView(name, this.#planning);
		return view && { view: view.record };
	}
}
