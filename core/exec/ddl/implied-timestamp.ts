/**
 * Implied properties of TIMESTAMP columns under `explicit_defaults_for_timestamp` = OFF, the old default.
 *
 * | written                                  | means                                                                              |
 * |------------------------------------------|------------------------------------------------------------------------------------|
 * | neither NULL nor DEFAULT NULL            | NOT NULL                                                                           |
 * | the first one, no default, no ON UPDATE  | DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP                              |
 * | any other one, no default                | DEFAULT '0000-00-00 00:00:00', which NO_ZERO_DATE refuses in strict mode           |
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Expression, Literal } from "../../sql/tree/expression.ts";
import type { ColumnDefinition } from "../../sql/tree/table.ts";
import { encodeText } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";

const zero: Literal = { kind: "literal", type: "string", bytes: "0000-00-00 00:00:00" };

/** Called for every defined column; nearly always returns the definition itself. */
export function withImpliedTimestamp(
	definition: ColumnDefinition,
	isFirst: boolean,
	execution: Execution,
): ColumnDefinition {
	if (
		definition.type.name !== "timestamp" ||
		definition.nullable === true ||
		definition.generated !== undefined ||
		!isImplying(execution)
	) {
		return definition;
	}
	const { default: written, onUpdate } = definition;
	if (written?.kind === "literal" && written.type === "null") {
		return definition.nullable === undefined ? { ...definition, nullable: true } : definition;
	}
	const stated: ColumnDefinition = { ...definition, nullable: false };
	if (written !== undefined) {
		return stated;
	}
	if (isFirst && onUpdate === undefined) {
		const now = currentTimestamp(definition);
		return { ...stated, default: now, onUpdate: now };
	}
	if (execution.mode.strict && execution.mode.noZeroDate) {
		throw sqlError("invalidDefault", encodeText(definition.name));
	}
	return { ...stated, default: zero };
}

/** Whether there are TIMESTAMP columns among these. */
export function hasTimestamp(columns: readonly { readonly type: { readonly name: string } }[]): boolean {
	return columns.some(({ type }) => type.name === "timestamp");
}

function isImplying({ session }: Execution): boolean {
	return session.systemVariable("explicit_defaults_for_timestamp", "session")?.value === 0;
}

function currentTimestamp({ type: { length, scale = length ?? 0 } }: ColumnDefinition): Expression {
	return {
		kind: "call",
		name: "now",
		arguments: scale === 0 ? [] : [{ kind: "literal", type: "integer", value: scale, text: String(scale) }],
	};
}
