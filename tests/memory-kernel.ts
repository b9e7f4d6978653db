/**
 * Kernel on the memory store, for tests that need SQL without ports; statements with their answers as text.
 */
import { pino } from "pino";
import { type BookWish, composeBook } from "../apps/compose/book.ts";
import { createParts, openFromParts, parts } from "../apps/compose/server.ts";
import { TextSink, printError } from "../apps/cli/result-text.ts";
import type { Kernel } from "../core/kernel.ts";
import type { ResultSink } from "../core/session/api/result.ts";
import type { Session } from "../core/session/api/session.ts";
import { openMemoryStore } from "../core/store/memory/memory.ts";
import type { FastStore } from "../core/store/fast-store.ts";
import { decodeText, encodeText } from "../core/types/value/value.ts";

export async function openMemoryKernel(
	wish: BookWish,
	store: FastStore = openMemoryStore(),
	limits: { readonly memoryLimitBytes?: number } = {},
): Promise<Kernel> {
	const { release, book, others } = await composeBook(wish);
	const container = createParts();
	container.register(parts.store, { useValue: store });
	container.register(parts.book, { useValue: book });
	container.register(parts.log, { useValue: pino({ level: "silent" }) });
	return openFromParts(container, { release, others, ...limits });
}

/** `database`: null: none is selected. */
export function connectRoot(kernel: Kernel, database: string | null = "test"): Promise<Session> {
	return kernel.connect({
		user: "root",
		accountHost: "localhost",
		host: "localhost",
		...(database === null ? {} : { database }),
		collationId: 45,
	});
}

/** Of a statement whose answer does not matter. */
export const noSink: ResultSink = { begin() {}, rows() {}, end() {}, ok() {}, error() {} };

/** Returns a statement's answer: rows as the mysql client prints them, `ok`, or the error. */
export async function answerOf(session: Session, sql: string): Promise<string> {
	let text = "";
	const sink = new TextSink("batch", (bytes) => {
		text += bytes;
	});
	await session.execute(encodeText(sql), sink);
	return sink.failure === undefined
		? decodeText(text).trimEnd() || "ok"
		: decodeText(printError(sink.failure, 1)).trimEnd();
}

/** Plays statements in order on a new kernel and returns them with their answers. */
export async function playOnMemory(
	wish: BookWish,
	statements: readonly string[],
): Promise<[sql: string, answer: string][]> {
	const kernel = await openMemoryKernel(wish);
	try {
		const session = await connectRoot(kernel);
		const answers: [string, string][] = [];
		for (const sql of statements) {
			answers.push([sql, await answerOf(session, sql)]);
		}
		return answers;
	} finally {
		await kernel.close();
	}
}
