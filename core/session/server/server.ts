/**
 * State that all sessions of one kernel share: store, rule book, locks, caches, counters.
 *
 * `open.ts` makes it from a store, a rule book and the parts that an app may replace.
 */
import type { AutoIncrement, RowIds } from "../../exec/execution.ts";
import type { Statistics } from "../../exec/statistics/statistics.ts";
import type { ScratchPlace } from "../../exec/spill/scratch.ts";
import type { RuleBook } from "../../rules/book.ts";
import type { SeededChance } from "../../types/evaluation/seeded-chance.ts";
import type { ReleaseBooks } from "../../rules/release-books.ts";
import type { Parser } from "../../sql/parser.ts";
import type { LockTable } from "../../store/lock/lock-table.ts";
import type { FastStore } from "../../store/fast-store.ts";
import type { Log } from "../log/log.ts";
import type { PeerProcesses } from "./peer-processes.ts";
import type { ServerMemory } from "../kernel/server-memory.ts";
import type { Sweeper } from "../kernel/sweeper.ts";
import type { WriteSets } from "../run/write-limit.ts";
import type { Exchange } from "./exchange.ts";
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
import type { StatementWatch } from "../status/statement-event.ts";
import type { PreparedBranches } from "../xa/prepared-branches.ts";

/** Microseconds since 1970 UTC. */
export type Clock = () => number;

export interface Server {
	readonly store: FastStore;
	readonly book: RuleBook;
	/** The release that the server emulates. */
	readonly release: string;
	/** The rules in force in words: release, mode, mixes, quirks and plugins. */
	readonly inForce: string;
	/** Rule books of other releases; undefined: none can be made. */
	readonly others: ReleaseBooks | undefined;
	/** The version string that clients see. */
	readonly version: string;
	readonly parser: Parser;
	readonly clock: Clock;
	/** Chance that a seed decides; undefined: the system's. */
	readonly seeded: SeededChance | undefined;
	readonly log: Log;
	readonly registry: VariableRegistry;
	readonly globals: GlobalVariables;
	readonly switches: SwitchBoard;
	readonly schemas: SchemaCache;
	readonly rights: ServerRights;
	readonly usage: Usage;
	readonly settings: SettingsList;
	/** Of the family of forks, until this one has another schema. */
	statements: StatementCache;
	/** Number of prepared statements of all sessions. */
	readonly prepared: PreparedTally;
	/** Another kernel's on the same store, where both give ids as one. */
	autoIncrement: AutoIncrement;
	readonly rowIds: RowIds;
	readonly processes: ProcessList;
	readonly company: PeerProcesses;
	/** Row locks and the sessions that wait for them. */
	readonly rowLocks: LockTable;
	/** Prepared branches of XA transactions. */
	readonly branches: PreparedBranches;
	/** Names locked with GET_LOCK(). */
	readonly nameLocks: LockTable;
	/** GET_LOCK() names across processes. */
	readonly sharedNames: SharedNames;
	/** LOCK TABLES across processes. */
	readonly sharedTables: SharedTableLocks;
	readonly tableGuards: TableGuards;
	/** Counters that belong to no session. */
	readonly status: StatusCounters;
	/** Statement tallies by digest. */
	readonly tallies: StatementTallies;
	/** Setup of performance_schema and the events recorded. */
	readonly watch: StatementWatch;
	/** Table statistics for the planner. */
	readonly statistics: Statistics;
	/** Memory budget and folder for spilled data of running statements. */
	readonly scratch: ScratchPlace;
	readonly writeSets: WriteSets;
	/** Limit and use of memory: of what `scratch`, `writeSets`, `statements` and `prepared` take. */
	readonly memory: ServerMemory;
	/** By the clock that no one sets (`runningMs`). */
	readonly startedMs: number;
	/** Requests the app to end the server. */
	shutDown(): void;
	/** Removes dropped tables' entries. */
	readonly sweeper: Sweeper;
	/** Under way. */
	exchange?: Exchange | undefined;
}
