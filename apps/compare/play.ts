/**
 * Plays a script under a setting, on a store that is thrown away afterwards.
 *
 * Another release may have run a script, the past, on the store before; the database that it ended in is the default
 * one. Returns every statement's answer, and the questions that were asked of rules meanwhile.
 */
import { type AskedQuestion, openMemoryStore, RuleTrace, type FastStore } from "../../core/index.ts";
import type { ScriptStatement } from "../cli/script.ts";
import { UsageError } from "../compose/usage-error.ts";
import { type Answer, errorOf } from "./answer.ts";
import { answerTo, connectRoot, openPlayed, type Side } from "./played-session.ts";

/** Statements that run before the script, and the setting that runs them; by default the setting itself. */
export interface Past {
	readonly statements: readonly ScriptStatement[];
	readonly side?: Side;
}

export interface Play {
	/** One a statement. */
	readonly answers: readonly Answer[];
	/** Those of the start first, then one list a statement. */
	readonly asked: readonly (readonly AskedQuestion[])[];
}

/** The same time in every play. */
const now = Date.now() * 1000;

/** `played` is called after every statement. */
export async function play(
	statements: readonly ScriptStatement[],
	side: Side,
	past?: Past,
	played?: () => void,
): Promise<Play> {
	const trace = new RuleTrace();
	const asked: (readonly AskedQuestion[])[] = [];
	const answers = await playOn(statements, { ...side, book: side.book.observed(trace) }, past, {
		opened: () => asked.push(trace.take()),
		played: () => {
			asked.push(trace.take());
			played?.();
		},
	});
	return { answers, asked };
}

/** Plays without recording what is asked of the rules. */
export function answersOf(statements: readonly ScriptStatement[], side: Side, past?: Past): Promise<readonly Answer[]> {
	return playOn(statements, side, past, { opened() {}, played() {} });
}

interface Watch {
	opened(): void;
	played(): void;
}

async function playOn(
	statements: readonly ScriptStatement[],
	side: Side,
	past: Past | undefined,
	watch: Watch,
): Promise<readonly Answer[]> {
	const store = openMemoryStore();
	const database = past === undefined ? "test" : await playPast(past.statements, past.side ?? side, store);
	const kernel = await openPlayed(store, side, now);
	const session = await connectRoot(kernel, {
		multiStatements: true,
		database: database ?? undefined,
	});
	watch.opened();
	const answers: Answer[] = [];
	for (const { text } of statements) {
		answers.push(await answerTo(session, text));
		watch.played();
	}
	await kernel.close();
	return answers;
}

/**
 * Returns the default database that the statements leave behind. Their kernel is left as it is: closing it would close
 * the store.
 */
async function playPast(statements: readonly ScriptStatement[], side: Side, store: FastStore): Promise<string | null> {
	const session = await connectRoot(await openPlayed(store, side, now), { multiStatements: true });
	for (const { text, line } of statements) {
		const failure = errorOf(await answerTo(session, text));
		if (failure !== undefined) {
			const sentence = `ERROR ${failure.code} (${failure.state}): ${failure.message}`;
			throw new UsageError(`the setup fails on ${side.release} in line ${line}: ${sentence}`, 2);
		}
	}
	const [result] = (await answerTo(session, "select database()")).results;
	session.close();
	return result?.kind === "rows" ? (result.rows[0]?.[0] ?? null) : null;
}
