/**
 * The command line of the bench.
 *
 * In: arguments. Out: what to do, or an error in one sentence.
 */
import { parseArgs } from "node:util";
import { plans, type Plan } from "./plan.ts";

export interface Options {
	readonly plan: Plan;
	readonly growth: boolean;
	readonly fairness: boolean;
	readonly memory: boolean;
	readonly workers: boolean;
	readonly cluster: boolean;
	readonly floor: boolean;
	readonly real: boolean;
	readonly embed: boolean;
	/** Families of cells, or how their names begin; empty for all. */
	readonly only: readonly string[];
	/** `name=mysql://...` */
	readonly against: readonly string[];
	readonly withMariadb: boolean;
	/** Flags handed on to verso. */
	readonly versoFlags: readonly string[];
	readonly rounds: number;
	/** Where servers keep their data while the bench runs. */
	readonly directory: string | undefined;
	readonly output: string | undefined;
	/** Growth: how many rows at most. */
	readonly largest: number;
	/** A folder for a CPU profile of verso. */
	readonly profile: string | undefined;
	/** General logs to replay. */
	readonly replay: readonly string[];
	readonly concurrent: boolean;
	/** Replay: tables of others on each server. */
	readonly tables: number;
	readonly replayRounds: number;
}

export const usage = `npm run bench -- [options]

  --quick              a few minutes instead of half an hour; smaller tables
  --tiny               seconds: does it run, do the answers agree
  --only a,b           families of cells, or how names of cells begin: insert,"point_select text"
  --against name=url   one more server, as name=mysql://user:password@host:port (repeatable)
  --without-mariadb    verso alone, or against the named ones
  --verso-flag flag    hand a flag to verso (repeatable)
  --rounds n           rounds a cell
  --directory dir      where servers keep their data (default: the system's temporary folder)
  --output file        where the report goes (default: bench/results.md; with --only or --tiny nowhere)
  --embed              the library inside a process, with its goals, beside servers, PGlite and pg-mem; writes
                       bench/embed.md
  --real               real work: suites, dumps, migrations, first statements, the logs named by --replay; writes the
                       first section of bench/results.md (--only names how rows begin)
  --growth             how cost grows with rows, tables, columns, connections; with a plot
  --fairness           how long point selects wait beside long statements of every kind (--only names kinds)
  --workers            one process beside two on one data directory
  --cluster            three servers over three nodes of etcd beside one alone, and a model of N servers; writes
                       bench/cluster.md
  --floor              beside a server of Node's sockets that answers with fixed bytes
  --memory             how much memory verso takes for work over a million rows of 100 bytes; exit code 1 beyond 2 GiB
  --largest n          growth: at most n rows (default 10000000; with --quick 100000)
  --replay log         replay a general log (repeatable, may be gzipped), compare every answer, name what costs most
  --concurrent         replay: with the concurrency of the log, not one statement after the other
  --tables n           replay: so many tables of others on each server (default 1000)
  --profile dir        write a CPU profile of verso there and print where its time went
`;

export function readOptions(parameters: readonly string[]): Options | null {
	const { values } = parseArgs({
		args: [...parameters],
		options: {
			help: { type: "boolean", short: "h" },
			quick: { type: "boolean" },
			tiny: { type: "boolean" },
			growth: { type: "boolean" },
			fairness: { type: "boolean" },
			memory: { type: "boolean" },
			workers: { type: "boolean" },
			cluster: { type: "boolean" },
			floor: { type: "boolean" },
			real: { type: "boolean" },
			embed: { type: "boolean" },
			only: { type: "string" },
			against: { type: "string", multiple: true },
			"without-mariadb": { type: "boolean" },
			"verso-flag": { type: "string", multiple: true },
			rounds: { type: "string" },
			directory: { type: "string" },
			output: { type: "string" },
			largest: { type: "string" },
			profile: { type: "string" },
			replay: { type: "string", multiple: true },
			concurrent: { type: "boolean" },
			tables: { type: "string" },
		},
	});
	if (values.help === true) {
		return null;
	}
	const plan = values.tiny === true ? plans.tiny : values.quick === true ? plans.quick : plans.full;
	return {
		plan,
		growth: values.growth === true,
		fairness: values.fairness === true,
		memory: values.memory === true,
		workers: values.workers === true,
		cluster: values.cluster === true,
		floor: values.floor === true,
		real: values.real === true,
		embed: values.embed === true,
		only: values.only?.split(",").filter((name) => name !== "") ?? [],
		against: values.against ?? [],
		withMariadb: values["without-mariadb"] !== true,
		versoFlags: values["verso-flag"] ?? [],
		rounds: readCount("rounds", values.rounds) ?? plan.rounds,
		directory: values.directory,
		output: values.output,
		largest: readCount("largest", values.largest) ?? { full: 10_000_000, quick: 100_000, tiny: 10_000 }[plan.title],
		profile: values.profile,
		replay: values.replay ?? [],
		concurrent: values.concurrent === true,
		tables: values.tables === "0" ? 0 : (readCount("tables", values.tables) ?? 1000),
		replayRounds: readCount("rounds", values.rounds) ?? 4,
	};
}

function readCount(name: string, text: string | undefined): number | undefined {
	if (text !== undefined && !/^[1-9]\d*$/.test(text)) {
		throw new Error(`--${name} takes a number above 0, not ${text}`);
	}
	return text === undefined ? undefined : Number(text);
}
