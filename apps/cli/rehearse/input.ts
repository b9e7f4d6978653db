/**
 * Inputs of a rehearsal as one workload: each file or folder with its role, and the data that is there before.
 */
import { type MemoryStore, openOverlay } from "../../../core/index.ts";
import { UsageError } from "../../compose/usage-error.ts";
import { holdDirectory } from "../../embed/open-directories.ts";
import { type ReadOptions, readWorkload } from "../../workload/read.ts";
import type { Role, Workload } from "../../workload/statement.ts";
import type { RehearseFlags } from "./options.ts";

/** Sessions of two inputs are not the same, whatever their names. */
export async function workloadOf(flags: RehearseFlags): Promise<Workload> {
	const inputs: readonly (readonly [Role, string])[] = [
		...(flags.schema ?? []).map((path) => ["schema", path] as const),
		...(flags.traffic ?? []).map((path) => ["traffic", path] as const),
		...(flags.migrations ?? []).map((path) => ["migration", path] as const),
	];
	const read: Workload[] = [];
	for (const [role, path] of inputs) {
		read.push(await readWorkload(path, optionsOf(role, flags)));
	}
	return joined(read);
}

function optionsOf(role: Role, { kind, database }: RehearseFlags): ReadOptions {
	return { role, ...(kind === undefined ? {} : { kind }), ...(database === undefined ? {} : { database }) };
}

function joined(workloads: readonly Workload[]): Workload {
	const database = workloads.find((each) => each.database !== undefined)?.database;
	return {
		statements: workloads.flatMap(({ statements }, at) =>
			workloads.length === 1
				? statements
				: statements.map((each) => ({ ...each, session: `${at + 1}.${each.session}` })),
		),
		notes: workloads.flatMap(({ notes }) => notes),
		...(database === undefined ? {} : { database }),
	};
}

/** The data of a directory, over which is written in memory. */
export async function storeOf({ dataDir, schema }: RehearseFlags): Promise<MemoryStore | undefined> {
	if (dataDir === undefined) {
		return undefined;
	}
	if (schema !== undefined) {
		throw new UsageError("--data-dir has a schema of its own: leave --schema out", 2);
	}
	const held = await holdDirectory(dataDir, true);
	return openOverlay(held, () => void held.close());
}
