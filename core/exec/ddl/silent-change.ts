/**
 * Silent column changes: outside strict mode a definition that is too long is changed, with a note or warning.
 *
 * | definition                                   | becomes                         |              |
 * |----------------------------------------------|---------------------------------|--------------|
 * | VARCHAR, VARBINARY longer than their maximum | the TEXT or BLOB that holds it  | Note 1246    |
 * | a part of a plain key of above 3,072 bytes   | a prefix of as many characters  | Warning 1071 |
 */
import type { SilentChange } from "../../catalog/column-type.ts";
import { maximumKeyBytes } from "../../catalog/index-definition.ts";
import { TableDefinition } from "../../rules/table-definition.ts";
import type { ColumnDefinition } from "../../sql/tree/table.ts";
import { encodeText } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";

/** Whether the SQL mode and the rule in force allow such changes. */
export function changesSilently({ mode, book }: Execution): boolean {
	return !mode.strict && book.ask(TableDefinition).changesSilently();
}

/** Undefined where the definition must be kept as written: a TEXT has no default. */
export function silentChange(definition: ColumnDefinition, execution: Execution): SilentChange | undefined {
	const { name, default: given } = definition;
	const hasDefault = given !== undefined && !(given.kind === "literal" && given.type === "null");
	return hasDefault || !changesSilently(execution) ? undefined : noteOfChange(name, execution);
}

export function noteOfChange(column: string, execution: Execution): SilentChange {
	return (from, to) => execution.warn("Note", "columnConverted", encodeText(column), from, to);
}

/** Undefined where a key that is too long is an error. */
export function keyShortening(execution: Execution): (() => void) | undefined {
	return changesSilently(execution) ? () => execution.warn("Warning", "keyTooLong", maximumKeyBytes) : undefined;
}
