/**
 * metadata-record: which members the records of the HTTP interface have.
 *
 * In: nothing. Out: names in the order they are printed. What a member holds is the kernel's business.
 */
import { type AnswerKinds, words, oneOf } from "./answer.ts";
import { Hook } from "./hook.ts";

export class MetadataRecord extends Hook {
	static readonly hook: string = "metadata-record";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		tableMembers: words,
		noIndexes: oneOf("list", "null"),
		columnMembers: words,
	};

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
	 * Is the list of indexes of a table that has none an empty list, or null? `copied`: it was made by CREATE TABLE ...
	 * LIKE.
	 */
	noIndexes(_copied: boolean): "list" | "null" {
		return "null";
	}

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
