/**
 * Plays a script under a setting, on a store that is thrown away afterwards.
 *
 * In: statements, a release and its rule book; maybe a script that another release has run on the store before. Out:
 * every statement's answer, and the questions that were asked of rules meanwhile.
 */
import {
	type AskedQuestion,
	type Log,
	openMemoryStore,
	type RuleBook,
	RuleTrace,
	type Session,
	type FastStore,
} from "../../core/index.ts";
import type { Kernel } from "../../core/index.ts";
import type { ScriptStatement } from "../cli/script.ts";
import { createParts, openFromParts, parts } from "../compose/server.ts";
import { UsageError } from "../compose/usage-error.ts";
import { AnswerSink } from "./answer.ts";

export interface Side {
	readonly release: string;
	readonly book: RuleBook;
}

/** What is there before the script begins, and who made it; the setting itself where nobody is named. */
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
const utf8mb4GeneralCi = 45;

export async function play(statements: readonly ScriptStatement[], side: Side, past?: Past): Promise<Play> {
	const store = openMemoryStore();
	if (past !== undefined) {
		await playPast(past.statements, past.side ?? side, store);
	}
	const trace = new RuleTrace();
	const kernel = await openOn(store, side.release, side.book.observed(trace));
	const session = await connect(kernel);
	const asked = [trace.take()];
	const answers: string[] = [];
	for (const { text } of statements) {
		answers.push(await answerOf(session, text));
		asked.push(trace.take());
	}
	await kernel.close();
	return { answers, asked };
}

/** Its kernel is left as it is: closing it would close the store. */
async function playPast(
	statements: readonly ScriptStatement[],
	{ release, book }: Side,
	store: FastStore,
): Promise<void> {
	const session = await connect(await openOn(store, release, book));
	for (const { text, line } of statements) {
		const answer = await answerOf(session, text);
		if (answer.startsWith("ERROR ")) {
			throw new UsageError(`the setup fails on ${release} in line ${line}: ${answer}`, 2);
		}
	}
	session.close();
}

const silence: Log = { warn() {}, error() {} };

function openOn(store: FastStore, release: string, book: RuleBook): Promise<Kernel> {
	const container = createParts();
	container.register(parts.store, { useValue: store });
	container.register(parts.book, { useValue: book });
	container.register(parts.log, { useValue: silence });
	container.register(parts.clock, { useValue: () => now });
	return openFromParts(container, { release });
}

function connect(kernel: Kernel): Promise<Session> {
	return kernel.connect({
		user: "root",
		accountHost: "localhost",
		host: "localhost",
		database: "test",
		collationId: utf8mb4GeneralCi,
		multiStatements: true,
		connectionId: 1,
	});
}

async function answerOf(session: Session, text: string): Promise<string> {
	const sink = new AnswerSink();
	await session.execute(text, sink);
	return sink.answer;
}
