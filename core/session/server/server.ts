/**
 * What all sessions of one kernel share.
 *
 * In: made by `open.ts` from a store, a rule book and the parts an app may replace. Out: one object that sessions
 * hold.
 */
import type { AutoIncrement, RowIds } from "../../exec/execution.ts";
import type { Statistics } from "../../exec/statistics/statistics.ts";
import type { ScratchPlace } from "../../exec/spill/scratch.ts";
import type { RuleBook } from "../../rules/book.ts";
import type { Parser } from "../../sql/parser.ts";
import type { LockTable } from "../../store/lock/lock-table.ts";
import type { FastStore } from "../../store/fast-store.ts";
import type { Log } from "../log/log.ts";
import type { PeerProcesses } from "./peer-processes.ts";
import type { GlobalVariables } from "./global-variables.ts";
import type { PreparedTally } from "../client/prepared-list.ts";
import type { ProcessList } from "../status/process-list.ts";
import type { ServerRights } from "../privileges/server-rights.ts";
import type { Usage } from "../privileges/usage.ts";
import type { SchemaCache } from "../plan-cache/schema-cache.ts";
import type { SwitchBoard } from "./server-switches.ts";
import type { SettingsList } from "../client/session-settings.ts";
import type { SharedTableLocks } from "../locks/shared-table-lock.ts";
import type { SharedNames } from "../locks/shared-name.ts";
import type { StatementCache } from "../plan-cache/statement-cache.ts";
import type { StatementTallies } from "../status/statement-tally.ts";
import type { StatusCounters } from "../status/status-counters.ts";
import type { TableGuards } from "../locks/table-locks.ts";
import type { VariableRegistry } from "../variables/registry.ts";
import type { StatementWatch } from "../status/watched-statement.ts";
import type { PreparedBranches } from "../xa/prepared-branches.ts";

/** Microseconds since 1970 UTC. */
export type Clock = () => number;

export interface Server {
	readonly store: FastStore;
	readonly book: RuleBook;
	/** The release the server was asked to be. */
	readonly release: string;
	/** What it calls itself. */
	readonly version: string;
	readonly parser: Parser;
	readonly clock: Clock;
	readonly log: Log;
	readonly registry: VariableRegistry;
	readonly globals: GlobalVariables;
	readonly switches: SwitchBoard;
	readonly schemas: SchemaCache;
	readonly rights: ServerRights;
	readonly usage: Usage;
	readonly settings: SettingsList;
	readonly statements: StatementCache;
	/** How many prepared statements sessions hold. */
	readonly prepared: PreparedTally;
	readonly autoIncrement: AutoIncrement;
	readonly rowIds: RowIds;
	readonly processes: ProcessList;
	readonly company: PeerProcesses;
	/** Who changes which rows, and who waits for them. */
	readonly rowLocks: LockTable;
	/** Of distributed transactions, those that are prepared. */
	readonly branches: PreparedBranches;
	/** Of GET_LOCK(). */
	readonly nameLocks: LockTable;
	/** The same among processes. */
	readonly sharedNames: SharedNames;
	/** What LOCK TABLES keeps, among processes. */
	readonly sharedTables: SharedTableLocks;
	readonly tableGuards: TableGuards;
	/** What is counted for no session. */
	readonly status: StatusCounters;
	/** Statements by their digest. */
	readonly tallies: StatementTallies;
	/** What performance_schema looks at, and has seen. */
	readonly watch: StatementWatch;
	/** Of tables' rows, for plans. */
	readonly statistics: Statistics;
	/** Memory and a folder for what statements keep while they run. */
	readonly scratch: ScratchPlace;
	readonly startedMs: number;
	/** Asks whoever runs the server to end it. */
	shutDown(): void;
	/** Removes what dropped tables left behind, some time soon. */
	sweepSoon(): void;
}
