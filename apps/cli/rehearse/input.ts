/**
 * Inputs of a rehearsal as one workload: each file or folder with its role, and the data that is there before.
 */
import { didYouMean, type Kernel, type MemoryStore, openOverlay } from "../../../core/index.ts";
import { UsageError } from "../../compose/usage-error.ts";
import { holdDirectory } from "../../embed/open-directories.ts";
import { execWorkload } from "../../workload/recording/exec.ts";
import { isServerUrl } from "../../workload/live-schema.ts";
import { JoinedSeries } from "../../workload/series.ts";
import { readWorkload } from "../../workload/read.ts";
import type { Role, Workload } from "../../workload/statement.ts";
import type { RehearseFlags } from "./options.ts";

/** Characters of a failed command that are shown. */
const lastOutput = 400;

/** Sessions of two inputs are not the same, whatever their names. */
export async function workloadOf(flags: RehearseFlags): Promise<Workload> {
	const inputs: readonly (readonly [Role, string])[] = [
		...(flags.schema ?? []).map((path) => ["schema", path] as const),
		...serversOf(flags).map((path) => ["schema", path] as const),
		...(flags.traffic ?? []).map((path) => ["traffic", path] as const),
		...(flags.migrations ?? []).map((path) => ["migration", path] as const),
	];
	const paths = inputs.map(([, path]) => path);
	const kinds = kindsOf(flags, paths);
	const placeholders = placeholdersOf(flags);
	const { database } = flags;
	const read: Workload[] = [];
	for (const [role, path] of inputs) {
		const kind = kinds.get(path) ?? kinds.get(allOthers);
		const workload = await readWorkload(path, {
			role,
			...(kind === undefined ? {} : { kind }),
			...(database === undefined ? {} : { database }),
			...(role === "migration" ? { placeholders } : {}),
		});
		const isEmpty = workload.statements.length === 0;
		read.push(isEmpty ? { ...workload, notes: [...workload.notes, `${path} has no statement`] } : workload);
	}
	return joined(read);
}

/** `rows` of each table are asked for in the address. */
function serversOf({ fromServer, rows }: RehearseFlags): readonly string[] {
	if (rows !== undefined && !/^\d+$/.test(rows)) {
		throw new UsageError(`--rows takes a number, not ${rows}`, 2);
	}
	if (fromServer === undefined) {
		if (rows !== undefined) {
			throw new UsageError("--rows takes rows of a live server: give its address, --from-server", 2);
		}
		return [];
	}
	if (!isServerUrl(fromServer)) {
		throw new UsageError(`--from-server takes an address such as mysql://root@old:4000/shop, not ${fromServer}`, 2);
	}
	return [rows === undefined ? fromServer : `${fromServer}${fromServer.includes("?") ? "&" : "?"}rows=${rows}`];
}

const allOthers = "";

/** Kinds by the input that they are of: `general-log=app.log`, `sql`. */
function kindsOf({ kind: words = [] }: RehearseFlags, paths: readonly string[]): ReadonlyMap<string, string> {
	const kinds = new Map<string, string>();
	for (const word of words) {
		const at = word.indexOf("=");
		const [kind, path] = at < 0 ? [word, allOthers] : [word.slice(0, at), word.slice(at + 1)];
		if (at >= 0 && !paths.includes(path)) {
			throw new UsageError(`--kind ${word} names no input${didYouMean(path, paths)}; inputs: ${paths.join(", ")}`, 2);
		}
		if (kinds.has(path)) {
			throw new UsageError(`--kind is given twice for ${at < 0 ? "all inputs" : path}`, 2);
		}
		kinds.set(path, kind);
	}
	return kinds;
}

function placeholdersOf({ placeholder = [] }: RehearseFlags): Readonly<Record<string, string>> {
	return Object.fromEntries(
		placeholder.map((word) => {
			const at = word.indexOf("=");
			if (at < 1) {
				throw new UsageError(`--placeholder takes NAME=VALUE, not ${word}`, 2);
			}
			return [word.slice(0, at), word.slice(at + 1)] as const;
		}),
	);
}

function joined(workloads: readonly Workload[]): Workload {
	const database = workloads.find((each) => each.database !== undefined)?.database;
	return {
		statements: new JoinedSeries(
			workloads.map(({ statements }) => statements),
			(each, at) => (workloads.length === 1 ? each : { ...each, session: `${at + 1}.${each.session}` }),
		),
		notes: workloads.flatMap(({ notes }) => notes),
		...(database === undefined ? {} : { database }),
	};
}

/** The data of a directory, over which is written in memory. */
export async function storeOf({
	dataDir,
	schema,
	fromServer,
}: Pick<RehearseFlags, "dataDir" | "schema" | "fromServer">): Promise<MemoryStore | undefined> {
	if (dataDir === undefined) {
		return undefined;
	}
	if (schema !== undefined || fromServer !== undefined) {
		const left = schema === undefined ? "--from-server" : "--schema";
		throw new UsageError(`--data-dir has a schema of its own: leave ${left} out`, 2);
	}
	const held = await holdDirectory(dataDir, true);
	return openOverlay(held, () => void held.close());
}

/** Statements that the commands of `--exec` send, one after the other; one that fails is noted with the end of its output. */
export async function recordedOf({ exec = [] }: RehearseFlags, kernel: Kernel, database: string): Promise<Workload> {
	const read: Workload[] = [];
	for (const command of exec) {
		const { workload, exitCode, output } = await execWorkload(kernel, command, { role: "migration", database });
		const said = output.trim().slice(-lastOutput);
		const failed = `${command} ended with exit code ${exitCode ?? "none"}${said === "" ? ", and wrote nothing" : `: ${said}`}`;
		read.push(exitCode === 0 ? workload : { ...workload, notes: [...workload.notes, failed] });
	}
	return joined(read);
}
