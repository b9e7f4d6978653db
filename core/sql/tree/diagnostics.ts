/**
 * Syntax of SIGNAL, RESIGNAL and GET DIAGNOSTICS.
 */
import type { Expression } from "./expression.ts";
import type { VariableTarget } from "./into-target.ts";

/** Condition items that SIGNAL may set, in lower case. */
export const signalItems = [
	"class_origin",
	"subclass_origin",
	"constraint_catalog",
	"constraint_schema",
	"constraint_name",
	"catalog_name",
	"schema_name",
	"table_name",
	"column_name",
	"cursor_name",
	"message_text",
	"mysql_errno",
] as const;

export type SignalItem = (typeof signalItems)[number];

export type ConditionItem = SignalItem | "returned_sqlstate";

export interface Signal {
	readonly kind: "signal" | "resignal";
	/** Five letters and digits; undefined: RESIGNAL of the current condition. */
	readonly state?: string;
	readonly items: readonly { readonly name: SignalItem; readonly value: Expression }[];
}

export interface GetDiagnostics {
	readonly kind: "get-diagnostics";
	readonly area: "current" | "stacked";
	/** Condition number; undefined: statement information. */
	readonly condition?: Expression;
	readonly items: readonly {
		readonly variable: VariableTarget;
		readonly name: "number" | "row_count" | ConditionItem;
	}[];
}

/** HELP 'topic' */
export interface Help {
	readonly kind: "help";
	readonly topic: string;
}
