/**
 * Statements that stored programs may not hold: 1314 for all of them, 1336, 1415 and 1422 for functions and triggers.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import type { ProgramKind } from "../../tree/statement.ts";
import type { Statement } from "../../tree/statement.ts";

type Kind = Statement["kind"];

/** In no program. */
const neverAllowed: Partial<Record<Kind, string>> = {
	use: "USE",
	"lock-tables": "LOCK",
	"unlock-tables": "UNLOCK",
	"load-data": "LOAD DATA",
	"create-program": "CREATE PROCEDURE",
	"alter-program": "ALTER PROCEDURE",
	"handler-open": "HANDLER",
	"handler-read": "HANDLER",
	"handler-close": "HANDLER",
};

const committing: ReadonlySet<Kind> = new Set<Kind>([
	"begin",
	"commit",
	"set-transaction",
	"create-database",
	"alter-database",
	"drop-database",
	"alter-table",
	"rename-table",
	"truncate-table",
	"create-index",
	"drop-index",
	"create-view",
	"drop-view",
	"drop-program",
	"alter-event",
	"create-user",
	"alter-user",
	"drop-user",
	"rename-user",
	"grant",
	"revoke",
	"maintain-table",
	"xa",
]);

const dynamic: ReadonlySet<Kind> = new Set<Kind>(["prepare", "execute", "deallocate"]);

/** Also for the statements of a procedure that a function or trigger calls. */
export function refuseStatement(statement: Statement, program: ProgramKind): void {
	const word = neverAllowed[statement.kind];
	if (word !== undefined) {
		throw sqlError("statementInProgram", word);
	}
	if (program === "procedure" || program === "event") {
		return;
	}
	if (dynamic.has(statement.kind)) {
		throw sqlError("statementInFunction", "Dynamic SQL");
	}
	if (statement.kind === "flush") {
		throw sqlError("statementInFunction", "FLUSH");
	}
	if (committing.has(statement.kind) || isCommittingTable(statement) || isWholeRollback(statement)) {
		throw sqlError("commitInFunction");
	}
	if (returnsRows(statement)) {
		throw sqlError("resultSetInFunction", program);
	}
}

function isCommittingTable(statement: Statement): boolean {
	return (statement.kind === "create-table" || statement.kind === "drop-table") && !statement.temporary;
}

function isWholeRollback(statement: Statement): boolean {
	return statement.kind === "rollback" && statement.savepoint === undefined;
}

function returnsRows(statement: Statement): boolean {
	switch (statement.kind) {
		case "select":
		case "union":
			return statement.into === undefined;
		case "show":
		case "describe":
		case "explain":
		case "explain-connection":
		case "explain-rules":
			return true;
		default:
			return false;
	}
}
