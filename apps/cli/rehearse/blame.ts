/**
 * `verso blame STATEMENT`: says at which release a statement's answer changes, and which rules decide it.
 */
import { decodeText, encodeText, openMemoryStore } from "../../../core/index.ts";
import type { Mode } from "../../compose/book.ts";
import { UsageError } from "../../compose/usage-error.ts";
import { Blamer, rulesForward } from "../../rehearse/blame.ts";
import { changeOf, outcomeWords } from "../../rehearse/outcome.ts";
import type { ReportedBlame } from "../../rehearse/report/format.ts";
import { Stage, usualConditions } from "../../rehearse/stage.ts";
import { RuleShelf } from "../../rehearse/stop.ts";
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
	const { from, version, setup, as, database, json } = flags;
	if (from === undefined || version === undefined) {
		throw new UsageError("blame needs two releases: --from 2.1.0 --version 2.1.3", 2);
	}
	const shelf = new RuleShelf({ mode: as ?? "measured" });
	const [older, newer] = [await shelf.of(from), await shelf.of(version)];
	const conditions = usualConditions(database);
	const store = (await storeOf(flags)) ?? openMemoryStore();
	const stage = await Stage.open(store, older, conditions);
	const past = setup === undefined ? [] : (await readWorkload(setup, { role: "schema" })).statements;
	for (const statement of past.filter(({ quits }) => quits !== true)) {
		const { error, shown } = await stage.runAlone(statement);
		if (error !== undefined) {
			throw new UsageError(`the setup fails on ${from} in line ${statement.line}: ${shown}`, 2);
		}
	}
	await stage.end();
	const statement: WorkloadStatement = {
		file: "-",
		line: 1,
		column: 1,
		role: "traffic",
		session: "blame",
		text: encodeText(text.trim().replace(/;$/, "")),
	};
	const reached = await Stage.fork(await stage.keep(), newer, conditions);
	const moment = await momentOf(reached, await reached.session("blame"), conditions);
	const before = await (await Stage.fork(moment.state, older, conditions)).runAlone(statement);
	const after = await reached.runAlone(statement);
	const change = changeOf(before, after);
	const suspect = { moment, statement, goodRelease: from, badRelease: version, bad: after };
	const blame = change === "same" ? undefined : await new Blamer(shelf).blame(suspect);
	const forward = blame === undefined ? [] : await rulesForward(suspect, blame, shelf);
	const words = { before: outcomeWords(before, after), after: outcomeWords(after, before) };
	await store.close();
	const refusedBy = after.error?.decision && `${after.error.decision.rule} (${after.error.decision.origin})`;
	if (json === true) {
		const facts = {
			statement: decodeText(statement.text),
			from,
			version,
			change,
			...words,
			firstRelease: blame?.firstRelease ?? null,
			refusedBy: refusedBy ?? null,
			backward: blame?.rules ?? [],
			forward,
		};
		return { text: `${JSON.stringify(facts, undefined, 2)}\n`, exitCode: blame === undefined ? 0 : 1 };
	}
	const lines = [
		`at ${from}     ${words.before}`,
		`at ${version}     ${words.after}`,
		...(blame === undefined
			? ["the answers are the same"]
			: [
					`changed at ${blame.firstRelease}`,
					...(refusedBy === undefined ? [] : [`refused by ${refusedBy}`]),
					...described("changed by", "as before with", blame.rules),
					...described("enough alone", "as now on the older release with", forward),
					...(blame.rules.length === 0 ? ["no rule decides it on this data"] : []),
				]),
	];
	return { text: `${lines.join("\n")}\n`, exitCode: blame === undefined ? 0 : 1 };
}

function described(what: string, how: string, rules: readonly ReportedBlame[]): readonly string[] {
	return rules.map(
		({ rule, release, note, mixes }) =>
			`${what} ${rule} (${release})${note === undefined ? "" : `: ${note}`}` +
			(mixes.length === 0 ? "" : `\n    ${how} --mix ${mixes.join(" or --mix ")} (run)`),
	);
}
