/**
 * Mixed servers: those of two neighbouring stops on one store, as in the middle of a rolling upgrade.
 *
 * DDL runs on the one server and everything else on the other, and the other way round; each answer is compared with
 * that of a server whose neighbours are of its own release.
 */
import type { WorkloadStatement } from "../workload/statement.ts";
import { changeOf, differs, type Outcome } from "./outcome.ts";
import type { OutcomeColumn } from "./outcome-shelf.ts";
import type { PlayedStop, ReachedStop, Rehearsal } from "./rehearsal.ts";
import { Stage } from "./stage.ts";
import { isDefinition } from "./statement-kind.ts";

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
		await mixedPlay(rehearsal, older, newer, newer, before);
		await mixedPlay(rehearsal, older, newer, older, before);
	}
}

/** `definer`: the server that runs DDL. */
async function mixedPlay(
	rehearsal: Rehearsal,
	older: ReachedStop,
	newer: ReachedStop,
	definer: ReachedStop,
	[ofOlder, ofNewer]: readonly [OutcomeColumn, OutcomeColumn],
): Promise<void> {
	const user = definer === newer ? older : newer;
	const first = await Stage.fork(newer.state, user.stop.rules, rehearsal.conditions);
	const second = await Stage.open(first.store, definer.stop.rules, rehearsal.conditions);
	const alone = user === newer ? ofNewer : ofOlder;
	const label = `DDL by ${definer.stop.label}, the rest by ${user.stop.label}`;
	let place = 0;
	for (const statement of rehearsal.statements) {
		const at = place++;
		if (rehearsal.wish.signal?.aborted === true) {
			break;
		}
		const isDdl = isDefinition(statement.text);
		const outcome = await runOn(isDdl ? second : first, [first, second], statement);
		const usual = (isDdl ? (definer === newer ? ofNewer : ofOlder) : alone).at(at);
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
