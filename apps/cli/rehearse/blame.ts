/**
 * `verso blame STATEMENT`: says at which release a statement's answer changes, and which rules decide it.
 */
import { type ByteString, decodeText, encodeText, type MemoryStore, openMemoryStore } from "../../../core/index.ts";
import type { Mode } from "../../compose/book.ts";
import { UsageError } from "../../compose/usage-error.ts";
import { builtStateOf } from "../../embed/built-state.ts";
import { storeOfBytes } from "../../embed/saved-bytes.ts";
import { type Blame, Blamer, rulesForward } from "../../rehearse/blame.ts";
import { changeOf, isSameError, type Outcome, outcomeWords } from "../../rehearse/outcome.ts";
import type { ReportedBlame } from "../../rehearse/report/format.ts";
import { type KeptStage, Stage, type StageConditions, usualConditions } from "../../rehearse/stage.ts";
import { RuleShelf, type StopRules } from "../../rehearse/stop.ts";
import { momentOf } from "../../rehearse/trial.ts";
import { readWorkload } from "../../workload/read.ts";
import type { WorkloadStatement } from "../../workload/statement.ts";
import { storeOf } from "./input.ts";

export interface BlameFlags {
	readonly from?: string;
	readonly version?: string;
	readonly setup?: string;
	readonly dataDir?: string;
	readonly database?: string;
	readonly as?: Mode;
	readonly json?: boolean;
}

export async function printBlame(text: string, flags: BlameFlags): Promise<{ text: string; exitCode: number }> {
	const { from, version, as, database, json } = flags;
	if (from === undefined || version === undefined) {
		throw new UsageError("blame needs two releases: --from 2.1.0 --version 2.1.3", 2);
	}
	const shelf = new RuleShelf({ mode: as ?? "measured" });
	const [older, newer] = [await shelf.of(from), await shelf.of(version)];
	const conditions = usualConditions(database);
	const store = (await storeOf(flags)) ?? (await newStore(older, as ?? "measured"));
	const reached = await Stage.fork(await setupState(store, older, conditions, flags), newer, conditions);
	const statement: WorkloadStatement = {
		file: "-",
		line: 1,
		column: 1,
		role: "traffic",
		session: "blame",
		text: encodeText(text.trim().replace(/;$/, "")),
	};
	const moment = await momentOf(reached, await reached.session("blame"), conditions);
	const before = await (await Stage.fork(moment.state, older, conditions)).runAlone(statement);
	const after = await reached.runAlone(statement);
	const change = changeOf(before, after);
	const met = { moment, statement, goodRelease: from, badRelease: version, bad: after };
	const suspect = change === "same" ? undefined : { ...met, class: change };
	const blame = suspect && (await new Blamer(shelf).blame(suspect));
	const forward = suspect && blame ? await rulesForward(suspect, blame, shelf) : [];
	await store.close();
	const blamed: Blamed = { statement: statement.text, from, version, before, after, blame, forward };
	return {
		text: json === true ? `${JSON.stringify(factsOf(blamed), undefined, 2)}\n` : linesOf(blamed),
		exitCode: blame !== undefined ? 1 : isSameError(before, after) ? 2 : 0,
	};
}

/** As new databases begin: made by the build, where there is one, since the statements that make it take 80 ms. */
async function newStore({ book }: StopRules, mode: Mode): Promise<MemoryStore> {
	const built = builtStateOf(book, mode);
	return built === undefined ? openMemoryStore() : storeOfBytes(built);
}

/** After the setup, which must not fail. */
async function setupState(
	store: MemoryStore,
	rules: StopRules,
	conditions: StageConditions,
	{ setup }: BlameFlags,
): Promise<KeptStage> {
	const stage = await Stage.open(store, rules, conditions);
	const past = setup === undefined ? [] : [...(await readWorkload(setup, { role: "schema" })).statements];
	for (const statement of past.filter(({ quits }) => quits !== true)) {
		const { error, shown } = await stage.runAlone(statement);
		if (error !== undefined) {
			throw new UsageError(`the setup fails on ${rules.release} in line ${statement.line}: ${shown}`, 2);
		}
	}
	await stage.end();
	return stage.keep();
}

interface Blamed {
	readonly statement: ByteString;
	readonly from: string;
	readonly version: string;
	readonly before: Outcome;
	readonly after: Outcome;
	/** Absent: the answers are the same. */
	readonly blame: Blame | undefined;
	readonly forward: readonly ReportedBlame[];
}

function factsOf({ statement, from, version, before, after, blame, forward }: Blamed): object {
	return {
		statement: decodeText(statement),
		from,
		version,
		change: changeOf(before, after),
		before: outcomeWords(before, after),
		after: outcomeWords(after, before),
		firstRelease: blame?.firstRelease ?? null,
		refusedBy: refuserOf(after) ?? null,
		backward: blame?.rules ?? [],
		forward,
	};
}

function linesOf({ from, version, before, after, blame, forward }: Blamed): string {
	const refuser = refuserOf(after);
	const lines = [
		`at ${from}     ${outcomeWords(before, after)}`,
		`at ${version}     ${outcomeWords(after, before)}`,
		...(blame === undefined
			? [isSameError(before, after) ? "it fails alike at both: nothing is judged" : "the answers are the same"]
			: [
					`changed at ${blame.firstRelease}`,
					...(refuser === undefined ? [] : [`refused by ${refuser}`]),
					...described("changed by", "as before with", blame.rules),
					...described("enough alone", "as now on the older release with", forward),
					...(blame.rules.length === 0 ? ["no rule decides it on this data"] : []),
				]),
	];
	return `${lines.join("\n")}\n`;
}

function refuserOf({ error }: Outcome): string | undefined {
	return error?.decision && `${error.decision.rule} (${error.decision.origin})`;
}

function described(what: string, how: string, rules: readonly ReportedBlame[]): readonly string[] {
	return rules.map(
		({ rule, release, note, mixes }) =>
			`${what} ${rule} (${release})${note === undefined ? "" : `: ${note}`}` +
			(mixes.length === 0 ? "" : `\n    ${how} --mix ${mixes.join(" or --mix ")} (run)`),
	);
}
