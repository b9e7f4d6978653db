/**
 * Statements that define data: which executor each kind has.
 *
 * In: statements. Out: outcomes. The session commits before such a statement, runs it in a transaction of its own, and
 * tries again where another's change came first.
 */
import { alterDatabase } from "../exec/alter-database.ts";
import { alterTable } from "../exec/alter-table.ts";
import { createDatabase } from "../exec/create-database.ts";
import { createIndex } from "../exec/create-index.ts";
import { createTable } from "../exec/create-table.ts";
import { createView } from "../exec/create-view.ts";
import { dropDatabase } from "../exec/drop-database.ts";
import { dropIndex } from "../exec/drop-index.ts";
import { dropProgram } from "../exec/drop-program.ts";
import { dropTable } from "../exec/drop-table.ts";
import { dropView } from "../exec/drop-view.ts";
import type { Execution } from "../exec/execution.ts";
import { refuseUnknownGrammar } from "../exec/grammar.ts";
import type { StatementOutcome } from "../exec/outcome.ts";
import { renameTable } from "../exec/rename-table.ts";
import { truncateTable } from "../exec/truncate-table.ts";
import type { Planning } from "../plan/planning.ts";
import type { Answer } from "../store/store.ts";
import type { DefinitionKind } from "./definition-kind.ts";
import { tellingFirst } from "./missing-table.ts";
import type { StatementOf } from "./statement-of.ts";

type Executor<K extends DefinitionKind> = (statement: StatementOf<K>, execution: Execution, planning: Planning) => Answer<StatementOutcome>;

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
	"drop-program": dropProgram,
};

export function runDefinition(statement: StatementOf<DefinitionKind>, execution: Execution, planning: Planning): Answer<StatementOutcome> {
	refuseUnknownGrammar(statement, execution.book);
	const executor = executors[statement.kind] as Executor<DefinitionKind>;
	return tellingFirst(statement, planning, () => executor(statement, execution, planning));
}
