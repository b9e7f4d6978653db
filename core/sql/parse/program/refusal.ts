/**
 * Statements that stored programs may not hold: 1303, 1314 and 1357 for all of them, 1336, 1415, 1422 and 1445 for
 * functions and triggers.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import type { ProgramKind } from "../../tree/statement.ts";
import type { SetAssignment } from "../../tree/session.ts";
import type { Statement } from "../../tree/statement.ts";

type Kind = Statement["kind"];

/** In no program. */
const neverAllowed: Partial<Record<Kind, string>> = {
	use: "USE",
	"lock-tables": "LOCK",
	"unlock-tables": "UNLOCK",
	"load-data": "LOAD DATA",
	help: "HELP",
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
	refuseDefinition(statement);
	if (program === "procedure" || program === "event") {
		return;
	}
	if (statement.kind === "set" && statement.assignments.some(changesSession)) {
		throw sqlError("autocommitInFunction");
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

/** Programs are neither made nor changed by others. */
function refuseDefinition(statement: Statement): void {
	if (statement.kind === "create-program") {
		throw sqlError("createInProgram", statement.what.toUpperCase());
	}
	if (statement.kind === "alter-program" || (statement.kind === "drop-program" && routines.has(statement.what))) {
		throw sqlError("dropInProgram", statement.what.toUpperCase());
	}
}

const routines: ReadonlySet<string> = new Set(["procedure", "function"]);

/** Of autocommit, or a password. */
function changesSession(assignment: SetAssignment): boolean {
	return (
		assignment.target === "password" ||
		(assignment.target === "system" && assignment.scope === "session" && assignment.name.toLowerCase() === "autocommit")
	);
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
