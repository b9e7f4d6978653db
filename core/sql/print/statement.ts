/**
 * Prints statements: dispatches by kind.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { Statement } from "../tree/statement.ts";
import { printDropUser, printGrant, printRenameUser, printUserStatement } from "./account.ts";
import { printAlterTable } from "./alter-table.ts";
import { printDelete, printInsert, printLoadData, printUpdate } from "./data.ts";
import { printAlterDatabase, printCreateDatabase, printDropDatabase } from "./database.ts";
import { printGetDiagnostics, printSignal } from "./diagnostics.ts";
import { printAlterEvent, printCreateEvent } from "./event.ts";
import { printHandlerClose, printHandlerOpen, printHandlerRead } from "./handler.ts";
import { printName, printTableName, printText } from "./name.ts";
import { printAlterProgram, printCreateProgram } from "./program.ts";
import { list, type Printer, words } from "./printer.ts";
import {
	printBegin,
	printCommit,
	printCreateView,
	printDescribe,
	printExecute,
	printExplain,
	printExplainRules,
	printExplainConnection,
	printFlush,
	printLockTables,
	printMaintainTable,
	printSetTransaction,
} from "./session.ts";
import { printSet } from "./set.ts";
import { printShow } from "./show.ts";
import { printXa } from "./xa.ts";
import { printCreateIndex, printCreateTable, printDropIndex, printDropTable, printRenameTable } from "./table.ts";

/** A print function for every kind of statement. */
type Families = {
	readonly [Kind in Statement["kind"]]: (printer: Printer, node: Extract<Statement, { kind: Kind }>) => ByteString;
};

const families: Families = {
	select: (printer, node) => printer.query(node),
	union: (printer, node) => printer.query(node),
	insert: printInsert,
	update: printUpdate,
	delete: printDelete,
	"load-data": printLoadData,
	"create-database": (_, node) => printCreateDatabase(node),
	"alter-database": (_, node) => printAlterDatabase(node),
	"drop-database": (_, node) => printDropDatabase(node),
	"create-table": printCreateTable,
	"alter-table": printAlterTable,
	"drop-table": (_, node) => printDropTable(node),
	"rename-table": (_, node) => printRenameTable(node),
	"truncate-table": (_, node) => `TRUNCATE TABLE ${printTableName(node.table)}`,
	"create-index": (_, node) => printCreateIndex(node),
	"drop-index": (_, node) => printDropIndex(node),
	"create-view": printCreateView,
	"drop-view": (_, node) => words("DROP VIEW", node.ifExists && "IF EXISTS", list(node.views, printTableName)),
	"create-program": (_, node) => printCreateProgram(node),
	"alter-program": (_, node) => printAlterProgram(node),
	"create-event": printCreateEvent,
	"alter-event": printAlterEvent,
	"drop-program": (_, node) =>
		words(`DROP ${node.what.toUpperCase()}`, node.ifExists && "IF EXISTS", printTableName(node.name)),
	use: (_, node) => `USE ${printName(node.database)}`,
	begin: (_, node) => printBegin(node),
	commit: (_, node) => printCommit(node),
	rollback: (_, node) => printCommit(node),
	savepoint: (_, node) => `SAVEPOINT ${printName(node.name)}`,
	"release-savepoint": (_, node) => `RELEASE SAVEPOINT ${printName(node.name)}`,
	"set-transaction": (_, node) => printSetTransaction(node),
	set: printSet,
	prepare: (printer, node) => `PREPARE ${printName(node.name)} FROM ${printer.expression(node.source)}`,
	execute: (_, node) => printExecute(node),
	deallocate: (_, node) => `DEALLOCATE PREPARE ${printName(node.name)}`,
	explain: printExplain,
	"explain-connection": printExplainConnection,
	"explain-rules": printExplainRules,
	describe: (_, node) => printDescribe(node),
	kill: (printer, node) => `KILL ${node.what.toUpperCase()} ${printer.expression(node.id)}`,
	"lock-tables": (_, node) => printLockTables(node),
	"unlock-tables": () => "UNLOCK TABLES",
	"maintain-table": (_, node) => printMaintainTable(node),
	flush: (_, node) => printFlush(node),
	do: (printer, node) => `DO ${list(node.expressions, (one) => printer.expression(one))}`,
	"call-procedure": (printer, node) =>
		`CALL ${printTableName(node.name)}(${list(node.arguments, (one) => printer.expression(one))})`,
	"create-user": (_, node) => printUserStatement(node),
	"alter-user": (_, node) => printUserStatement(node),
	"drop-user": (_, node) => printDropUser(node),
	"rename-user": (_, node) => printRenameUser(node),
	grant: (_, node) => printGrant(node),
	revoke: (_, node) => printGrant(node),
	show: printShow,
	shutdown: () => "SHUTDOWN",
	"handler-open": (_, node) => printHandlerOpen(node),
	"handler-read": printHandlerRead,
	"handler-close": (_, node) => printHandlerClose(node),
	xa: (_, node) => printXa(node),
	signal: printSignal,
	resignal: printSignal,
	"get-diagnostics": printGetDiagnostics,
	help: (_, node) => `HELP ${printText(node.topic)}`,
};

export function printAnyStatement(printer: Printer, node: Statement): ByteString {
	const family = families[node.kind] as (printer: Printer, node: Statement) => ByteString;
	return family(printer, node);
}
