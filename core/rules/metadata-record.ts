/**
 * Hook metadata-record: the members of the HTTP interface's records, in the order they are printed.
 */
import { type AnswerKinds, json, type JsonValue, oneOf, words } from "./answer.ts";
import type { ColumnFacts, TableShape } from "./facts.ts";
import { Hook } from "./hook.ts";

/** Questions about the HTTP interface's records. */
export class MetadataRecord extends Hook {
	static readonly hook: string = "metadata-record";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		tableMembers: words,
		noIndexes: oneOf("list", "null"),
		columnMembers: words,
		tableValue: json,
		columnValue: json,
	};

	/** @returns the members of a table's record, in their order */
	tableMembers(): readonly string[] {
		return [
			"id",
			"name",
			"charset",
			"collate",
			"cols",
			"index_info",
			"fk_info",
			"state",
			"pk_is_handle",
			"comment",
			"auto_inc_id",
			"max_col_id",
			"max_idx_id",
			"update_timestamp",
			"ShardRowIDBits",
			"Partition",
		];
	}

	/**
	 * @param _copied the table was made by CREATE TABLE ... LIKE
	 * @returns how the index list of a table without indexes is printed
	 */
	noIndexes(_copied: boolean): "list" | "null" {
		return "null";
	}

	/**
	 * The value of a member of a table's record.
	 * @param member its name, as `tableMembers` lists it
	 * @param value the kernel's; null for a member that it does not know
	 */
	tableValue(_member: string, value: JsonValue, _table: TableShape): JsonValue {
		return value;
	}

	/**
	 * The value of a member of a column's record.
	 * @param member its name, as `columnMembers` lists it
	 * @param value the kernel's; null for a member that it does not know
	 */
	columnValue(_member: string, value: JsonValue, _column: ColumnFacts): JsonValue {
		return value;
	}

	/** @returns the members of a column's record, in their order */
	columnMembers(): readonly string[] {
		return [
			"id",
			"name",
			"offset",
			"origin_default",
			"default",
			"generated_expr_string",
			"generated_stored",
			"dependences",
			"type",
			"state",
			"comment",
		];
	}
}
