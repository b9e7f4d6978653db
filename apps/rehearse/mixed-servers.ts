/**
 * Mixed servers: those of two neighbouring stops on one store, as in the middle of a rolling upgrade.
 *
 * DDL runs on the one server and everything else on the other, calls of programs as well, and the other way round; each
 * answer is compared with that of a server whose neighbours are of its own release.
 */
import type { WorkloadStatement } from "../workload/statement.ts";
import { Guests } from "./guest.ts";
import { changeOf, differs, type Outcome } from "./outcome.ts";
import { none, type OutcomeColumn } from "./outcome-shelf.ts";
import { startProgram } from "./program-start.ts";
import type { PlayedStop, ReachedStop, Rehearsal } from "./rehearsal.ts";
import { Stage } from "./stage.ts";
import type { FindingClass } from "./report/format.ts";
import { bare, isDefinition, runsProgram } from "./statement/kind.ts";
import type { Stop } from "./stop.ts";
import { type Turn, Turns } from "./turns.ts";

export async function mixedPlays(
	rehearsal: Rehearsal,
	reached: readonly ReachedStop[],
	played: readonly PlayedStop[],
): Promise<void> {
	for (const [at, newer] of reached.entries()) {
		const older = reached[at - 1];
		if (older === undefined) {
			continue;
		}
		const [ofOlder, ofNewer] = [played[at - 1]?.outcomes, played[at]?.outcomes];
		if (ofOlder === undefined || ofNewer === undefined) {
			continue;
		}
		const before = [ofOlder, ofNewer] as const;
		const goodAt = (at: number): Stop | undefined =>
			played.find(({ outcomes }) => outcomes.numberAt(at) !== none && !outcomes.isError(at))?.stop;
		await mixedPlay(rehearsal, older, newer, newer, before, goodAt);
		await mixedPlay(rehearsal, older, newer, older, before, goodAt);
	}
}

/** `definer`: the server that runs DDL; `goodAt`: a stop where a statement works. */
async function mixedPlay(
	rehearsal: Rehearsal,
	older: ReachedStop,
	newer: ReachedStop,
	definer: ReachedStop,
	[ofOlder, ofNewer]: readonly [OutcomeColumn, OutcomeColumn],
	goodAt: (at: number) => Stop | undefined,
): Promise<void> {
	const user = definer === newer ? older : newer;
	const first = await Stage.fork(newer.state, user.stop.rules, rehearsal.conditions);
	const second = await Stage.open(first.store, definer.stop.rules, rehearsal.conditions);
	// Statements that break without the other server, too, were let through where the compared outcomes are from.
	const both = [first, second];
	const guests = new Guests(both, rehearsal.conditions);
	const alone = user === newer ? ofNewer : ofOlder;
	const label = `DDL by ${definer.stop.label}, the rest by ${user.stop.label}`;
	const { statements } = rehearsal;
	const turns = new Turns(async (at) => {
		const statement = statements.at(at) as WorkloadStatement;
		const isDdl = isDefinition(statement.text) && !runsProgram(statement.text);
		const stage = isDdl ? second : first;
		const before = [await first.keep(), await second.keep()];
		const release = (): void => before.forEach(({ state }) => state.data.release());
		const usual = (isDdl ? (definer === newer ? ofNewer : ofOlder) : alone).at(at);
		if (usual !== undefined) {
			await startProgram(stage, both, statement, () => usual.error !== undefined);
		}
		const outcome = await beginOn(stage, both, statement);
		const settle = async (met: Outcome, hasWaited: boolean): Promise<void> => {
			const good = met.error !== undefined && usual?.error !== undefined ? goodAt(at) : undefined;
			if (good !== undefined) {
				await guests.letThrough(stage, statement, good.rules, hasWaited ? undefined : before);
			}
			await stage.endProgram(statement.session);
			release();
			note(rehearsal, { at, text: statement.text, usual, met, stop: (isDdl ? definer : user).stop, newer, label });
		};
		if (outcome === undefined) {
			release();
		}
		return outcome && { outcome, stage, settle };
	});
	for (let at = 0; at < statements.length && rehearsal.wish.signal?.aborted !== true; at++) {
		await turns.take(at, (statements.at(at) as WorkloadStatement).session);
	}
	await guests.end();
	await first.end();
	await second.end();
}

interface Met {
	readonly at: number;
	readonly text: string;
	/** Outcome among servers of one release. */
	readonly usual: Outcome | undefined;
	readonly met: Outcome;
	readonly stop: Stop;
	readonly newer: ReachedStop;
	readonly label: string;
}

function note({ hits }: Rehearsal, { at, text, usual, met, stop, newer, label }: Met): void {
	if (usual === undefined || usual.error !== undefined || !differs(usual, met)) {
		return;
	}
	hits.add({
		at,
		text,
		class: changeOf(usual, met) as FindingClass,
		stops: [stop.label],
		before: usual,
		beforeAt: stop.rules.release,
		after: met,
		blame: { firstRelease: newer.stop.rules.release, rules: [] },
		ways: [],
		mixed: label,
	});
}

/** A session has a connection to either server: what sets it up runs on both, and DDL on the one commits on the other. */
async function beginOn(
	stage: Stage,
	all: readonly Stage[],
	statement: WorkloadStatement,
): Promise<Turn["outcome"] | undefined> {
	if (statement.role === "schema" || statement.notJudged !== undefined) {
		return undefined;
	}
	if (statement.quits === true) {
		for (const each of all) {
			await each.quit(statement.session);
		}
		return undefined;
	}
	for (const each of all.filter((other) => other !== stage)) {
		const { session } = statement;
		if (/^\s*(use|set)\b/i.test(bare(statement.text))) {
			await each.runAlone(statement);
		} else if (isDefinition(statement.text) && (await each.session(session)).session.status().inTransaction) {
			await each.runAlone({ session, text: "commit" });
		}
	}
	return stage.run(statement);
}
