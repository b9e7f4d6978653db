/**
 * Column record of a query's column, for a view or for CREATE TABLE ... SELECT.
 *
 * The default of an expression is an argument, since views and tables differ there.
 */
import { isCharacterType, isLargeType, type SqlType } from "../types/value/type.ts";
import { valueText } from "./default-text.ts";
import type { Birth, ColumnRecord, StoredDefault } from "./record.ts";
import type { Column } from "./table.ts";

export interface DerivedColumn {
	readonly name: string;
	readonly type: SqlType;
	readonly nullable: boolean;
	/** The stored column that it shows. */
	readonly model: Column | undefined;
}

/** As text where the rows of the model's table are computed as text: those of `mysql.proc`, whose words are an ENUM. */
function defaultOf(model: Column, type: SqlType): StoredDefault | undefined {
	const { default: own } = model.record;
	if (own?.kind !== "constant" || model.default.kind !== "constant" || model.type.name === type.name) {
		return own;
	}
	return isCharacterType(type) && !isLargeType(type)
		? { kind: "constant", value: valueText(model.default.value, model.type) }
		: undefined;
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
	const byDefault = model === undefined ? implied : (defaultOf(model, type) ?? zero);
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
