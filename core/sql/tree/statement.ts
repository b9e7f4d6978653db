/**
 * AST of statements: the union of all statement nodes, and the bodies of stored programs, which hold statements.
 *
 * Local variables of a program are numbered from 0 through the whole program (slots). A statement or expression of a
 * body is a fragment: names of variables in it are parameters, and `slots` says which variable fills each.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { DataType } from "./data-type.ts";
import type { TableName } from "./table-name.ts";
import type { Delete, Insert, LoadData, Update } from "./data.ts";
import type { AlterDatabase, CreateDatabase, DropDatabase } from "./database.ts";
import type { GetDiagnostics, Help, Signal } from "./diagnostics.ts";
import type { EventClauses } from "./event.ts";
import type { HandlerStatement } from "./handler.ts";
import type {
	Account,
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
	| CreateProgram
	| AlterProgram
	| DropProgram
	| CreateEvent
	| AlterEvent
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
	/** FOR RELEASES: their names, or all; absent: the server's own. */
	readonly releases?: readonly string[] | "all";
	readonly statement: Statement;
}

export type ProgramKind = "procedure" | "function" | "trigger" | "event";

/** One statement of a body; an expression is a SELECT of it. */
export interface Fragment {
	readonly statement: Statement;
	readonly text: ByteString;
	readonly parameterCount: number;
	/** The variable of each parameter. */
	readonly slots: readonly number[];
}

export interface LocalVariable {
	readonly name: string;
	/** Absent: of the type of its value, as the operand of CASE. */
	readonly type?: DataType;
	/** A column of a trigger's row. */
	readonly row?: "new" | "old";
}

export interface ProgramParameter {
	readonly mode: "in" | "out" | "inout";
	readonly slot: number;
}

/** Conditions of a handler, in falling precedence. */
export type Condition =
	| { readonly kind: "code"; readonly code: number }
	| { readonly kind: "state"; readonly state: string }
	| { readonly kind: "warning" | "not-found" | "exception" };

export interface Handler {
	readonly action: "continue" | "exit";
	readonly conditions: readonly Condition[];
	readonly body: ProgramNode;
}

export interface Block {
	readonly kind: "block";
	readonly label?: string;
	readonly variables: readonly { readonly slot: number; readonly initial?: Fragment }[];
	readonly cursors: readonly { readonly cursor: number; readonly query: Fragment }[];
	readonly handlers: readonly Handler[];
	readonly body: readonly ProgramNode[];
}

export type ProgramNode =
	| Block
	| { readonly kind: "sql"; readonly sql: Fragment }
	| { readonly kind: "assign"; readonly slot: number; readonly value: Fragment }
	| {
			readonly kind: "if";
			readonly branches: readonly { readonly when: Fragment; readonly then: readonly ProgramNode[] }[];
			/** Absent: a CASE without ELSE fails with 1339 where no branch is taken. */
			readonly otherwise?: readonly ProgramNode[];
	  }
	| {
			readonly kind: "loop";
			readonly label?: string;
			/** WHILE: tested before a round, REPEAT: after it; absent: LOOP. */
			readonly condition?: { readonly test: Fragment; readonly form: "while" | "until" };
			readonly body: readonly ProgramNode[];
	  }
	| { readonly kind: "leave" | "iterate"; readonly label: string }
	| { readonly kind: "return"; readonly value: Fragment }
	| { readonly kind: "open" | "close"; readonly cursor: number }
	| { readonly kind: "fetch"; readonly cursor: number; readonly slots: readonly number[] };

/** A body with its variables. */
export interface Program {
	readonly variables: readonly LocalVariable[];
	readonly cursorCount: number;
	readonly body: ProgramNode;
}

export interface Characteristics {
	readonly deterministic: boolean;
	readonly dataAccess: "CONTAINS SQL" | "NO SQL" | "READS SQL DATA" | "MODIFIES SQL DATA";
	readonly security: "DEFINER" | "INVOKER";
	readonly comment: string;
}

export interface TriggerClause {
	readonly time: "before" | "after";
	readonly event: "insert" | "update" | "delete";
	readonly table: TableName;
	/** FOLLOWS or PRECEDES another trigger. */
	readonly order?: { readonly relation: "follows" | "precedes"; readonly trigger: string };
	/** As written, around the table's name: `trigger t before insert on `, and ` for each row `. */
	readonly texts: { readonly before: ByteString; readonly table: ByteString; readonly after: ByteString };
}

/** CREATE PROCEDURE, FUNCTION and TRIGGER. */
export interface CreateProgram {
	readonly kind: "create-program";
	readonly what: "procedure" | "function" | "trigger";
	readonly name: TableName;
	readonly definer?: Account;
	readonly parameters: readonly ProgramParameter[];
	readonly returns?: DataType;
	readonly characteristics: Characteristics;
	readonly trigger?: TriggerClause;
	readonly program: Program;
	/** The parameters as written, without parentheses. */
	readonly parameterText: ByteString;
	readonly returnsText: ByteString;
	readonly bodyText: ByteString;
}

/** ALTER PROCEDURE and ALTER FUNCTION: characteristics only. */
export interface AlterProgram {
	readonly kind: "alter-program";
	readonly what: "procedure" | "function";
	readonly name: TableName;
	readonly characteristics: Partial<Characteristics>;
}

/** A program without parameters, and its text. */
export interface EventBody {
	readonly program: Program;
	readonly bodyText: ByteString;
}

export interface CreateEvent extends EventClauses, EventBody {
	readonly kind: "create-event";
	readonly name: TableName;
	readonly ifNotExists: boolean;
	readonly definer?: Account;
	readonly schedule: NonNullable<EventClauses["schedule"]>;
}

export interface AlterEvent extends EventClauses {
	readonly kind: "alter-event";
	readonly name: TableName;
	readonly definer?: Account;
	/** RENAME TO */
	readonly to?: TableName;
	readonly body?: EventBody;
}
