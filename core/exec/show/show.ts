/**
 * SHOW statements: dispatches to the file of the subject, and applies LIKE and WHERE.
 */
import type { Providers } from "../../catalog/information-schema/providers.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import type { Show, ShowSubject } from "../../sql/tree/show.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import type { StatementResult } from "../statement-result.ts";
import { showCharset, showCollation } from "./show-charset.ts";
import { showColumns } from "./show-columns.ts";
import { showCreateTable, showCreateView } from "./show-create.ts";
import { showCreateDatabase, showDatabases } from "./show-database.ts";
import { showEngine } from "./show-engine.ts";
import { showCreateEvent, showEvents } from "./show-events.ts";
import { showCreateUser, showGrants } from "./show-grants.ts";
import { showIndex } from "./show-index.ts";
import { refuseCode, showNothing } from "./show-nothing.ts";
import { showCreateProgram, showRoutineStatus, showTriggers } from "./show-programs.ts";
import { answerShown, columnsOfShown, type Showing, type Shown, showing } from "./show-result.ts";
import { showEngines, showPlugins, showPrivileges, showProcesslist, showStatus, showVariables } from "./show-server.ts";
import { showOpenTables, showTables, showTableStatus } from "./show-tables.ts";
import { countWarnings, showWarnings } from "./show-warnings.ts";

type Shower = (statement: Show, context: Showing) => Shown;

const subjects: Readonly<Record<ShowSubject, Shower>> = {
	databases: showDatabases,
	tables: showTables,
	"table status": showTableStatus,
	"open tables": showOpenTables,
	columns: showColumns,
	index: showIndex,
	"create table": showCreateTable,
	"create database": showCreateDatabase,
	"create view": showCreateView,
	"create user": showCreateUser,
	"create procedure": showCreateProgram,
	"create function": showCreateProgram,
	"create trigger": showCreateProgram,
	"create event": showCreateEvent,
	variables: showVariables,
	status: showStatus,
	warnings: showWarnings,
	errors: showWarnings,
	"count warnings": countWarnings,
	"count errors": countWarnings,
	charset: showCharset,
	collation: showCollation,
	engines: showEngines,
	engine: showEngine,
	processlist: showProcesslist,
	plugins: showPlugins,
	privileges: showPrivileges,
	grants: showGrants,
	triggers: showTriggers,
	events: showEvents,
	"procedure status": showRoutineStatus,
	"function status": showRoutineStatus,
	"procedure code": refuseCode,
	"function code": refuseCode,
	profiles: showNothing,
	profile: showNothing,
	"master status": showNothing,
	"slave status": showNothing,
	"binary logs": showNothing,
	"slave hosts": showNothing,
	"binlog events": showNothing,
	"relaylog events": showNothing,
};

export function show(
	statement: Show,
	execution: Execution,
	planning: Planning,
	providers: Providers,
): MaybePromise<StatementResult> {
	const context = showing(execution, planning, providers);
	// Drivers read warnings between a query and FOUND_ROWS().
	const found = execution.session.foundRows;
	const answer = answerShown(subjects[statement.subject](statement, context), statement, context);
	return /warnings|errors/.test(statement.subject)
		? after(answer, (outcome) => ({ ...outcome, counted: { foundRows: () => Number(found) } }))
		: answer;
}

/** Result columns of a statement that is only prepared. */
export function columnsShown(
	statement: Show,
	execution: Execution,
	planning: Planning,
	providers: Providers,
): MaybePromise<readonly ResultColumn[]> {
	return columnsOfShown(subjects[statement.subject](statement, showing(execution, planning, providers)));
}
