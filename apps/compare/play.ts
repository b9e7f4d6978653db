/**
 * Plays a script under a setting, on a store that is thrown away afterwards.
 *
 * In: statements, a release and its rule book; maybe a script that another release has run on the store before. Out:
 * every statement's answer, and the questions that were asked of rules meanwhile.
 */
import { type AskedQuestion, openMemoryStore, RuleTrace, type FastStore } from "../../core/index.ts";
import type { ScriptStatement } from "../cli/script.ts";
import { UsageError } from "../compose/usage-error.ts";
import { answerTo, connectRoot, openPlayed, type Side } from "./played-session.ts";

/** Statements that run before the script, and the setting that runs them; by default the setting itself. */
export interface Past {
	readonly statements: readonly ScriptStatement[];
	readonly side?: Side;
}

export interface Play {
	/** One a statement. */
	readonly answers: readonly string[];
	/** Those of the start first, then one list a statement. */
	readonly asked: readonly (readonly AskedQuestion[])[];
}

/** The same time in every play. */
const now = Date.now() * 1000;

export async function play(statements: readonly ScriptStatement[], side: Side, past?: Past): Promise<Play> {
	const store = openMemoryStore();
	if (past !== undefined) {
		await playPast(past.statements, past.side ?? side, store);
	}
	const trace = new RuleTrace();
	const kernel = await openPlayed(store, { release: side.release, book: side.book.observed(trace) }, now);
	const session = await connectRoot(kernel, { multiStatements: true });
	const asked = [trace.take()];
	const answers: string[] = [];
	for (const { text } of statements) {
		answers.push(await answerTo(session, text));
		asked.push(trace.take());
	}
	await kernel.close();
	return { answers, asked };
}

/** Its kernel is left as it is: closing it would close the store. */
async function playPast(statements: readonly ScriptStatement[], side: Side, store: FastStore): Promise<void> {
	const session = await connectRoot(await openPlayed(store, side, now), { multiStatements: true });
	for (const { text, line } of statements) {
		const answer = await answerTo(session, text);
		if (answer.startsWith("ERROR ")) {
			throw new UsageError(`the setup fails on ${side.release} in line ${line}: ${answer}`, 2);
		}
	}
	session.close();
}
