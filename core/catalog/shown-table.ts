/**
 * System table as metadata records show it, where that differs from its stored form.
 *
 * Charsets and versions are those of the stored table's first column: they date the data directory.
 */
import { sqlType } from "../types/value/type.ts";
import { encodeText } from "../types/value/value.ts";
import type { CharsetPair, ColumnRecord, TableRecord } from "./record.ts";
import { settleTable } from "./settle.ts";
import type { Table } from "./table.ts";

/** A shown column of a system table. */
export interface ShownColumn {
	readonly name: string;
	readonly type: "char" | "enum";
	/** Of CHAR. */
	readonly length?: number;
	/** Of ENUM. */
	readonly elements?: readonly string[];
	readonly nullable: boolean;
	readonly default?: string;
	readonly primary: boolean;
}

export function shownTable(kept: Table, shown: readonly ShownColumn[]): Table {
	const first = kept.columns[0];
	const pair: CharsetPair = { charset: first?.charset ?? kept.charset, collation: first?.collation ?? kept.collation };
	const { release, objectVersion } = first?.record ?? kept.record;
	const columns = shown.map(
		(column, at): ColumnRecord => ({ ...columnRecord(column, at + 1, pair), release, objectVersion }),
	);
	const parts = columns.filter((_, at) => shown[at]?.primary).map(({ id }) => ({ columnId: id }));
	const record: TableRecord = {
		...kept.record,
		columns,
		indexes: [{ id: 1, name: "PRIMARY", type: "primary", parts, comment: "" }],
		maximumColumnId: columns.length,
		maximumIndexId: 1,
		comment: "",
	};
	return settleTable(record, kept.database, {
		table: { stated: kept.stated, inForce: { charset: kept.charset, collation: kept.collation } },
		columns: columns.map(() => ({ inForce: pair, text: pair })),
	});
}

function columnRecord(
	{ name, type, length, elements = [], nullable, primary, default: value }: ShownColumn,
	id: number,
	pair: CharsetPair,
): Omit<ColumnRecord, "release" | "objectVersion"> {
	const texts = elements.map(encodeText);
	const { name: stored, unsigned, zerofill, scale, length: implied } = sqlType(type);
	return {
		id,
		name,
		type: { name: stored, unsigned, zerofill, scale, length: length ?? implied, elements: texts },
		written: {},
		resolved: pair,
		nullable,
		...(primary ? { impliedNotNull: true as const } : {}),
		...(value === undefined
			? {}
			: {
					default: {
						kind: "constant" as const,
						value: type === "enum" ? elements.indexOf(value) + 1 : encodeText(value),
					},
				}),
		originDefault: null,
		onUpdateNow: false,
		autoIncrement: false,
		comment: "",
	};
}
