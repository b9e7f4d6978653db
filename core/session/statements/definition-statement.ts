/**
 * Dispatches data definition statements (DDL) to their executors by kind.
 *
 * The session commits before such a statement, runs it in a transaction of its own, and retries it after a conflict.
 */
import { alterDatabase } from "../../exec/ddl/alter-database.ts";
import { alterTable } from "../../exec/ddl/alter/alter-table.ts";
import { createDatabase } from "../../exec/ddl/create-database.ts";
import { createIndex } from "../../exec/ddl/alter/create-index.ts";
import { createTable } from "../../exec/ddl/create-table.ts";
import { createView } from "../../exec/ddl/create-view.ts";
import { dropDatabase } from "../../exec/ddl/drop-database.ts";
import { dropIndex } from "../../exec/ddl/alter/drop-index.ts";
import { alterEvent } from "../../exec/ddl/program/alter-event.ts";
import { alterProgram } from "../../exec/ddl/program/alter-program.ts";
import { createEvent } from "../../exec/ddl/program/create-event.ts";
import { createProgram } from "../../exec/ddl/program/create-program.ts";
import { dropProgram } from "../../exec/ddl/program/drop-program.ts";
import { dropTable } from "../../exec/ddl/drop-table.ts";
import { dropView } from "../../exec/ddl/drop-view.ts";
import type { Execution } from "../../exec/execution.ts";
import { refuseUnknownGrammar } from "../../exec/ddl/grammar.ts";
import type { StatementResult } from "../../exec/statement-result.ts";
import { renameTable } from "../../exec/ddl/rename-table.ts";
import { truncateTable } from "../../exec/ddl/truncate-table.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { DefinitionKind } from "../kinds/definition-kind.ts";
import { tellingFirst } from "../locks/missing-table.ts";
import type { StatementOf } from "../kinds/statement-of.ts";

type Executor<K extends DefinitionKind> = (
	statement: StatementOf<K>,
	execution: Execution,
	planning: Planning,
) => MaybePromise<StatementResult>;

const executors: { readonly [K in DefinitionKind]: Executor<K> } = {
	"create-database": createDatabase,
	"alter-database": alterDatabase,
	"drop-database": dropDatabase,
	"create-table": createTable,
	"alter-table": alterTable,
	"drop-table": dropTable,
	"rename-table": renameTable,
	"truncate-table": truncateTable,
	"create-index": createIndex,
	"drop-index": dropIndex,
	"create-view": createView,
	"drop-view": dropView,
	"create-program": createProgram,
	"alter-program": alterProgram,
	"drop-program": dropProgram,
	"create-event": createEvent,
	"alter-event": alterEvent,
};

export function runDefinition(
	statement: StatementOf<DefinitionKind>,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	refuseUnknownGrammar(statement, execution);
	const executor = executors[statement.kind] as Executor<DefinitionKind>;
	return tellingFirst(statement, planning, () => executor(statement, execution, planning));
}
