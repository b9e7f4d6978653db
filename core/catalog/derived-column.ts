/**
 * Column record of a query's column, for a view or for CREATE TABLE ... SELECT.
 *
 * The default of an expression is an argument, since views and tables differ there.
 */
import type { SqlType } from "../types/value/type.ts";
import type { Birth, ColumnRecord, StoredDefault } from "./record.ts";
import type { Column } from "./table.ts";

export interface DerivedColumn {
	readonly name: string;
	readonly type: SqlType;
	readonly nullable: boolean;
	/** The stored column that it shows. */
	readonly model: Column | undefined;
}

/** `implied`: the default where there is no model. */
export function derivedColumn(
	{ name, type, nullable, model }: DerivedColumn,
	implied: StoredDefault | undefined,
	id: number,
	birth: Birth,
): ColumnRecord {
	// MySQL counts ids as numbers with a default: 0.
	const zero: StoredDefault | undefined =
		model?.autoIncrement === true && !nullable ? { kind: "constant", value: 0 } : undefined;
	const byDefault = model === undefined ? implied : (model.record.default ?? zero);
	return {
		id,
		name,
		type: {
			name: type.name,
			unsigned: type.unsigned,
			zerofill: type.zerofill,
			length: type.length,
			scale: type.scale,
			elements: type.elements,
		},
		written: {},
		resolved: { charset: type.charset, collation: type.collation },
		nullable,
		...(byDefault === undefined ? {} : { default: byDefault }),
		originDefault: null,
		onUpdateNow: model?.onUpdateNow ?? false,
		autoIncrement: false,
		comment: model?.comment ?? "",
		...birth,
	};
}
