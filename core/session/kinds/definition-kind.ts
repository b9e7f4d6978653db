/**
 * Data definition statements (DDL): the set of their kinds.
 */
import type { StatementKind } from "./statement-of.ts";

const definitionKinds = [
	"create-database",
	"alter-database",
	"drop-database",
	"create-table",
	"alter-table",
	"drop-table",
	"rename-table",
	"truncate-table",
	"create-index",
	"drop-index",
	"create-view",
	"drop-view",
	"create-program",
	"alter-program",
	"drop-program",
	"create-event",
	"alter-event",
] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

const known: ReadonlySet<StatementKind> = new Set(definitionKinds);

export function isDefinitionKind(kind: StatementKind): kind is DefinitionKind {
	return known.has(kind);
}
