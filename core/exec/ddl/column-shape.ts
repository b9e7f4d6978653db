/**
 * Facts that the alter-validation question compares of a changed column: as it is, and as it is wanted.
 */
import { storedType } from "../../catalog/column-type.ts";
import { fieldLength, fieldScale, typeCodes } from "../../catalog/metadata-type.ts";
import type { CharsetPair, StoredType } from "../../catalog/record.ts";
import type { Column } from "../../catalog/table.ts";
import type { ColumnShape } from "../../rules/facts.ts";
import { SchemaLoad } from "../../rules/schema-load.ts";
import type { ColumnDefinition } from "../../sql/tree/table.ts";
import { isCharacterType, sqlType, type SqlType } from "../../types/value/type.ts";
import { elementTexts } from "../rows/charset-facts.ts";
import type { Execution } from "../execution.ts";
import { silentChange } from "./silent-change.ts";

export function columnShape({ type, record, charset, collation, nullable, autoIncrement }: Column): ColumnShape {
	return { ...typeShape(type), ...declared(record.type), charset: { charset, collation }, nullable, autoIncrement };
}

/** Throws for a type that cannot be made as written: 1074 and the like. */
export function wantedShape(definition: ColumnDefinition, charset: CharsetPair, execution: Execution): ColumnShape {
	const { name, type, nullable, autoIncrement, key } = definition;
	const text = execution.book.ask(SchemaLoad).text(charset);
	const silently = silentChange(definition, execution) && (() => undefined);
	const { name: stored, ...parts } = storedType(name, type, charset, text, silently).type;
	const settled = sqlType(stored, {
		...parts,
		...(isCharacterType({ name: stored }) ? text : { charset: "binary", collation: "binary" }),
	});
	const isNullable = !(nullable === false || autoIncrement || key === "primary");
	return {
		...typeShape(settled),
		...declared(parts),
		isCharacterType: isCharacterType(type),
		charset,
		nullable: isNullable,
		autoIncrement,
	};
}

function declared({ declaredLength }: Pick<StoredType, "declaredLength">): { readonly length?: number } {
	return declaredLength === undefined ? {} : { length: declaredLength };
}

function typeShape(type: SqlType): Omit<ColumnShape, "charset" | "nullable" | "autoIncrement"> {
	return {
		type: type.name,
		typeCode: typeCodes[type.name],
		length: fieldLength(type),
		decimals: fieldScale(type),
		unsigned: type.unsigned,
		elements: elementTexts(type),
		isCharacterType: isCharacterType(type),
	};
}
