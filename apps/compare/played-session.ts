/**
 * A kernel and a session that play statements on a store in memory: root, without log lines, at a fixed time.
 */
import type { FastStore, Kernel, Log, ReleaseBooks, RuleBook, Session, SessionOptions } from "../../core/index.ts";
import { createParts, openFromParts, parts } from "../compose/server.ts";
import { type Answer, AnswerSink } from "./answer.ts";

/** A release, as asked for, and its rule book. */
export interface Side {
	readonly release: string;
	readonly book: RuleBook;
	/** In words. */
	readonly inForce?: string;
	readonly others?: ReleaseBooks;
}

const silence: Log = { warn() {}, error() {} };
const utf8mb4GeneralCi = 45;

/** `nowMicroseconds`: since 1970 UTC, the same for all statements. */
export function openPlayed(
	store: FastStore,
	{ release, book, inForce, others }: Side,
	nowMicroseconds: number,
): Promise<Kernel> {
	const container = createParts();
	container.register(parts.store, { useValue: store });
	container.register(parts.book, { useValue: book });
	container.register(parts.log, { useValue: silence });
	container.register(parts.clock, { useValue: () => nowMicroseconds });
	return openFromParts(container, {
		release,
		...(inForce === undefined ? {} : { inForce }),
		...(others === undefined ? {} : { others }),
	});
}

export function connectRoot(kernel: Kernel, options: Partial<SessionOptions> = {}): Promise<Session> {
	return kernel.connect({
		user: "root",
		accountHost: "localhost",
		host: "localhost",
		database: "test",
		collationId: utf8mb4GeneralCi,
		connectionId: 1,
		...options,
	});
}

export async function answerTo(session: Session, statement: string): Promise<Answer> {
	const sink = new AnswerSink();
	await session.execute(statement, sink);
	return sink.answer;
}
