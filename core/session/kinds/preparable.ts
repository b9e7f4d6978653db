/**
 * Statements that can be prepared: those of MySQL 5.7's list, in both protocols.
 */
import type { ParsedStatement } from "../../sql/parser.ts";
import { someNode } from "../../sql/tree/node.ts";
import { isDiagnostic, type StatementKind } from "./statement-of.ts";

const textKinds: ReadonlySet<StatementKind> = new Set([
	"alter-database",
	"alter-event",
	"alter-program",
	"begin",
	"create-event",
	"create-program",
	"deallocate",
	"drop-program",
	"execute",
	"explain-connection",
	"handler-close",
	"handler-open",
	"handler-read",
	"help",
	"load-data",
	"lock-tables",
	"prepare",
	"release-savepoint",
	"resignal",
	"savepoint",
	"signal",
	"unlock-tables",
	"use",
	"xa",
]);

const diagnosticCounts: ReadonlySet<string | undefined> = new Set(["warning_count", "error_count"]);
/** A glance at the text, which may be long, before its tree is searched. */
const mayCount = /@@[^@]*(?:warning|error)_count/i;

/** False for programs, transactions' own statements, locks, and what reports on the statement before. */
export function isPreparable({ statement, text }: Pick<ParsedStatement, "statement" | "text">): boolean {
	if (textKinds.has(statement.kind) || isDiagnostic(statement)) {
		return false;
	}
	switch (statement.kind) {
		case "rollback":
			return statement.savepoint === undefined;
		case "create-view":
			return statement.alter !== true;
		case "maintain-table":
			return statement.action !== "check";
		default:
			return (
				!mayCount.test(text) ||
				!someNode(
					statement,
					({ kind, name }) => kind === "system-variable" && diagnosticCounts.has(name?.toLowerCase()),
				)
			);
	}
}
