/**
 * State shared by all changes of one ALTER TABLE: the table as it was, and the draft of its next definition.
 *
 * Columns are named as before the statement, so that two can swap names.
 */
import { fold } from "../../../catalog/identifier.ts";
import type { CharsetPair, ColumnRecord } from "../../../catalog/record.ts";
import type { Column, Database, Table } from "../../../catalog/table.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import type { Planning } from "../../../plan/tree/planning.ts";
import { DefaultCharset } from "../../../rules/default-charset.ts";
import type { Surroundings } from "../../../rules/facts.ts";
import { encodeText } from "../../../types/value/value.ts";
import { databasePair } from "../../rows/charset-facts.ts";
import type { Execution } from "../../execution.ts";
import type { ColumnDefining } from "../default-reading.ts";
import { TableDraft } from "../table-draft.ts";

export class Alteration {
	readonly table: Table;
	readonly database: Database;
	readonly execution: Execution;
	readonly planning: Planning;
	readonly draft: TableDraft;
	/** The table's pair as this statement makes it; an empty word was not written. */
	tablePair: CharsetPair;

	constructor(table: Table, database: Database, execution: Execution, planning: Planning) {
		this.table = table;
		this.database = database;
		this.execution = execution;
		this.planning = planning;
		this.draft = new TableDraft(table.record);
		this.tablePair = table.stated;
	}

	get defining(): ColumnDefining {
		return { execution: this.execution, planning: this.planning, table: this.draft.record };
	}

	get around(): Surroundings {
		return {
			table: this.tablePair,
			database: databasePair(this.database),
			server: this.execution.book.ask(DefaultCharset).server(),
		};
	}

	/** Returns a column by its name before the statement. Throws 1054. */
	column(name: string): Column {
		const column = this.table.columnsByName.get(fold(name));
		if (column === undefined || this.#drafted(column) === undefined) {
			throw this.unknownColumn(name);
		}
		return column;
	}

	/** Returns a column's current draft. */
	drafted(column: Column): ColumnRecord {
		return this.#drafted(column) ?? column.record;
	}

	#drafted(column: Column): ColumnRecord | undefined {
		return this.draft.columns.find(({ id }) => id === column.id);
	}

	unknownColumn(name: string): Error {
		return sqlError("unknownColumn", encodeText(name), encodeText(this.table.name));
	}
}
