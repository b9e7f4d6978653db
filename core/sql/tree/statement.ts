/**
 * AST of statements: the union of all statement nodes.
 */
import type { Delete, Insert, LoadData, Update } from "./data.ts";
import type { AlterDatabase, CreateDatabase, DropDatabase } from "./database.ts";
import type { GetDiagnostics, Help, Signal } from "./diagnostics.ts";
import type { HandlerStatement } from "./handler.ts";
import type {
	Begin,
	CallProcedure,
	CommitStatement,
	CreateView,
	Describe,
	Do,
	DropProgram,
	DropUser,
	DropView,
	ExplainConnection,
	Flush,
	Grant,
	Kill,
	LockTables,
	MaintainTable,
	ReleaseSavepoint,
	RenameUser,
	Rollback,
	SavepointStatement,
	SetStatement,
	SetTransaction,
	Shutdown,
	UnlockTables,
	Use,
	UserStatement,
} from "./session.ts";
import type { Show } from "./show.ts";
import type {
	AlterTable,
	CreateIndex,
	CreateTable,
	DropIndex,
	DropTable,
	RenameTable,
	TruncateTable,
} from "./table.ts";
import type { XaStatement } from "./xa.ts";
import type { Query } from "./expression.ts";
import type { Deallocate, Execute, Prepare } from "./prepared-statement.ts";

export type Statement =
	| Query
	| Insert
	| Update
	| Delete
	| LoadData
	| CreateDatabase
	| AlterDatabase
	| DropDatabase
	| CreateTable
	| AlterTable
	| DropTable
	| RenameTable
	| TruncateTable
	| CreateIndex
	| DropIndex
	| CreateView
	| DropView
	| DropProgram
	| Use
	| Begin
	| CommitStatement
	| Rollback
	| SavepointStatement
	| ReleaseSavepoint
	| SetTransaction
	| SetStatement
	| Prepare
	| Execute
	| Deallocate
	| Explain
	| ExplainConnection
	| ExplainRules
	| Describe
	| Kill
	| LockTables
	| UnlockTables
	| MaintainTable
	| Flush
	| Do
	| CallProcedure
	| Shutdown
	| HandlerStatement
	| XaStatement
	| Signal
	| GetDiagnostics
	| Help
	| UserStatement
	| DropUser
	| RenameUser
	| Grant
	| Show;

export interface Explain {
	readonly kind: "explain";
	readonly format?: string;
	readonly extended: boolean;
	readonly statement: Statement;
}

/** EXPLAIN RULES statement: the rules that decide it. */
export interface ExplainRules {
	readonly kind: "explain-rules";
	readonly statement: Statement;
}
