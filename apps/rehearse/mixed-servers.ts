/**
 * Mixed servers: those of two neighbouring stops on one store, as in the middle of a rolling upgrade.
 *
 * DDL runs on the one server and everything else on the other, and the other way round; each answer is compared with
 * that of a server whose neighbours are of its own release.
 */
import type { WorkloadStatement } from "../workload/statement.ts";
import { Guests } from "./guest.ts";
import { changeOf, differs, type Outcome } from "./outcome.ts";
import { none, type OutcomeColumn } from "./outcome-shelf.ts";
import type { PlayedStop, ReachedStop, Rehearsal } from "./rehearsal.ts";
import { Stage } from "./stage.ts";
import { isDefinition } from "./statement-kind.ts";
import type { Stop } from "./stop.ts";

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
	const guests = new Map([first, second].map((stage) => [stage, new Guests(stage, rehearsal.conditions)]));
	const alone = user === newer ? ofNewer : ofOlder;
	const label = `DDL by ${definer.stop.label}, the rest by ${user.stop.label}`;
	let place = 0;
	for (const statement of rehearsal.statements) {
		const at = place++;
		if (rehearsal.wish.signal?.aborted === true) {
			break;
		}
		const isDdl = isDefinition(statement.text);
		const own = guests.get(isDdl ? second : first) as Guests;
		const runner = own.runnerOf(statement.session);
		const outcome = await runOn(runner, [first, second], statement);
		const usual = (isDdl ? (definer === newer ? ofNewer : ofOlder) : alone).at(at);
		const good = outcome?.error !== undefined && usual?.error !== undefined ? goodAt(at) : undefined;
		if (good !== undefined) {
			await own.letThrough(statement, good.rules, false);
		} else if (outcome !== undefined) {
			await own.settle(statement);
		}
		if (outcome === undefined || usual === undefined || usual.error !== undefined) {
			continue;
		}
		const of = changeOf(usual, outcome);
		if (of !== "same" && differs(usual, outcome)) {
			rehearsal.hits.add({
				at,
				text: statement.text,
				class: of,
				stops: [(isDdl ? definer : user).stop.label],
				before: usual,
				beforeAt: (isDdl ? definer : user).stop.rules.release,
				after: outcome,
				blame: { firstRelease: newer.stop.rules.release, rules: [] },
				ways: [],
				mixed: label,
			});
		}
	}
	for (const each of guests.values()) {
		await each.end();
	}
	await first.end();
	await second.end();
}

/** A session has a connection to either server: what sets it up runs on both. */
async function runOn(stage: Stage, all: readonly Stage[], statement: WorkloadStatement): Promise<Outcome | undefined> {
	if (statement.role === "schema" || statement.notJudged !== undefined) {
		return undefined;
	}
	if (statement.quits === true) {
		for (const each of all) {
			await each.quit(statement.session);
		}
		return undefined;
	}
	if (/^\s*(use|set)\b/i.test(statement.text)) {
		for (const each of all.filter((other) => other !== stage)) {
			await each.runAlone(statement);
		}
	}
	return stage.runAlone(statement);
}
