/**
 * EXPLAIN as a table, in MySQL's columns: one row for each table reference.
 *
 * The first table of a block carries the work done above all of them.
 */
import type { AccessText } from "./access-text.ts";
import { noAccess } from "./access-text.ts";
import type { QueryBlock } from "./block.ts";

export interface ExplainRow extends AccessText {
	/** null: the result of a UNION. */
	readonly id: number | null;
	readonly selectType: string;
	/** Alias, `<derived2>`, `<union1,2>`; null: none. */
	readonly table: string | null;
	readonly rows: number | null;
	/** Percent of the rows that meet the condition. */
	readonly filtered: number | null;
	readonly extra: string | null;
}

export function explainRows(block: QueryBlock): ExplainRow[] {
	if (block.parts.length > 0) {
		return [...block.parts.flatMap(explainRows), ...unionResult(block)];
	}
	const { id, selectType, tables, message } = block;
	const behind = [
		...(block.groups !== "none" || block.distinct ? ["Using temporary"] : []),
		...(block.sorts || block.groups === "sorted" ? ["Using filesort"] : []),
	];
	const rows = tables.map(
		({ partitions, type, possibleKeys, key, keyLength, ref, table, rows: count, filtered, extra }, at): ExplainRow => {
			const words = at === 0 ? ordered([...extra, ...behind]) : extra;
			return {
				id,
				selectType,
				table,
				partitions,
				type,
				possibleKeys,
				key,
				keyLength,
				ref,
				rows: count,
				filtered,
				extra: words.length === 0 ? null : words.join("; "),
			};
		},
	);
	const none: ExplainRow = {
		id,
		selectType,
		table: null,
		...noAccess,
		rows: null,
		filtered: null,
		extra: message ?? null,
	};
	return [...(tables.length === 0 ? [none] : rows), ...block.nested.flatMap(explainRows)];
}

/** Row operations come before join methods. */
function ordered(words: readonly string[]): string[] {
	const isJoin = (word: string): boolean => word.startsWith("Using join buffer");
	return [...new Set([...words.filter((word) => !isJoin(word)), ...words.filter(isJoin)])];
}

/** UNION ALL without a sort streams its rows: no result line. */
function unionResult({ parts, sorts, distinct, selectType }: QueryBlock): ExplainRow[] {
	if (!sorts && !distinct) {
		return [];
	}
	const ids = parts.map((part) => part.id ?? "");
	const extra = ["Using temporary", ...(sorts ? ["Using filesort"] : [])].join("; ");
	return [
		{
			id: null,
			selectType,
			table: `<union${ids.join(",")}>`,
			...noAccess,
			type: "ALL",
			rows: null,
			filtered: null,
			extra,
		},
	];
}
