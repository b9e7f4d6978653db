/**
 * ENGINE of a partitioned table and of each partition: one engine for all, the table's where that is named.
 *
 * Errors 1286, 1497, 1572. The engine has no effect: all tables are stored alike.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Part } from "../../sql/tree/partitioning.ts";
import type { Execution } from "../execution.ts";
import { checkEngine, isEngine } from "./table-option.ts";

const others: Readonly<Record<string, string>> = { heap: "memory", mrg_myisam: "merge", ndb: "ndbcluster" };
const whole: ReadonlySet<string> = new Set(["csv", "merge", "federated"]);

/** `named`: the table's engine, where it was named; else all partitions name the same or none does. */
export function assertPartitionEngines(parts: readonly Part[], named: string | undefined, execution: Execution): void {
	const written = parts.flatMap((part) => [...part.parts.map(({ engine }) => engine), part.engine]);
	const known = written.map((engine) => (engine === undefined ? undefined : knownEngine(engine, execution)));
	const table = named === undefined ? known[0] : plainName(named);
	if (known.some((engine) => engine !== table && (named === undefined || engine !== undefined))) {
		throw sqlError("mixedEngines");
	}
	assertPartitionable(table);
}

export function assertPartitionable(engine: string | undefined): void {
	if (engine !== undefined && whole.has(plainName(engine))) {
		throw sqlError("engineWithoutPartitions");
	}
}

function knownEngine(engine: string, execution: Execution): string | undefined {
	checkEngine(engine, execution);
	return isEngine(engine) ? plainName(engine) : undefined;
}

function plainName(engine: string): string {
	const name = engine.toLowerCase();
	return others[name] ?? name;
}
