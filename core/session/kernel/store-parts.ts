/**
 * Parts of a server that belong to one store and the sessions on it: grants, locks, ids, lists and counters.
 *
 * Each kernel has its own, forks included.
 */
import { SetupState } from "../../catalog/performance-schema/setup-state.ts";
import { runningMs } from "../../async/clock.ts";
import { AutoIncrementCounters } from "../../exec/auto-increment/auto-increment.ts";
import { IdCache } from "../../exec/auto-increment/id-cache.ts";
import type { AutoIncrement } from "../../exec/execution.ts";
import { HiddenRowIds } from "../../exec/rows/row-id.ts";
import { Statistics } from "../../exec/statistics/statistics.ts";
import type { RuleBook } from "../../rules/book.ts";
import { IdAllocation } from "../../rules/id-allocation.ts";
import type { FastStore } from "../../store/fast-store.ts";
import { LockTable } from "../../store/lock/lock-table.ts";
import { SharedNames } from "../locks/shared-name.ts";
import { SharedTableLocks } from "../locks/shared-table-lock.ts";
import { TableGuards } from "../locks/table-locks.ts";
import { ServerRights } from "../privileges/server-rights.ts";
import { Usage } from "../privileges/usage.ts";
import { GlobalVariables } from "../server/global-variables.ts";
import type { Server } from "../server/server.ts";
import { ProcessList } from "../status/process-list.ts";
import { ringOfAll } from "../status/statement-event.ts";
import { StatementTallies } from "../status/statement-tally.ts";
import { StatusCounters } from "../status/status-counters.ts";
import { PreparedBranches } from "../xa/prepared-branches.ts";
import { Sweeper } from "./sweeper.ts";

/** Parts that the others are made with. */
type Given = Pick<Server, "store" | "book" | "log" | "schemas" | "registry" | "company" | "seeded">;

type StoreParts = Given &
	Pick<
		Server,
		| "rights"
		| "usage"
		| "globals"
		| "autoIncrement"
		| "rowIds"
		| "processes"
		| "nameLocks"
		| "sharedNames"
		| "sharedTables"
		| "tableGuards"
		| "rowLocks"
		| "branches"
		| "status"
		| "tallies"
		| "watch"
		| "statistics"
		| "startedMs"
		| "sweeper"
	>;

export function storeParts(given: Given): StoreParts {
	const { store, book, log, schemas, registry, company, seeded } = given;
	const rowLocks = new LockTable({
		patience: "row",
		state: "updating",
		deadlock: "deadlock",
		isGivenBackForGood: true,
	});
	// All by name: an object that begins with a spread takes each further property slowly.
	return {
		store,
		book,
		log,
		schemas,
		registry,
		company,
		seeded,
		rights: new ServerRights({ store, schemas }),
		usage: new Usage(),
		globals: new GlobalVariables(registry, store, company),
		autoIncrement: countersOf(book, store),
		rowIds: new HiddenRowIds(store, seeded),
		processes: new ProcessList(company),
		nameLocks: new LockTable({ patience: "name", state: "User lock", deadlock: "userLockDeadlock" }),
		sharedNames: new SharedNames(store),
		sharedTables: new SharedTableLocks(store),
		tableGuards: new TableGuards(),
		rowLocks,
		branches: new PreparedBranches(store, rowLocks),
		status: new StatusCounters(),
		tallies: new StatementTallies(),
		watch: { setup: new SetupState(), all: ringOfAll() },
		statistics: new Statistics(store),
		startedMs: runningMs(),
		sweeper: new Sweeper(store, log),
	};
}

function countersOf(book: RuleBook, store: FastStore): AutoIncrement {
	const batch = book.ask(IdAllocation).batch();
	return batch > 1 ? new IdCache(store, batch) : new AutoIncrementCounters(store);
}
