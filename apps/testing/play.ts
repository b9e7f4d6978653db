/**
 * Plays a script on a store in memory and returns one answer a statement, with JavaScript values.
 */
import {
	decodeText,
	encodeText,
	familyOf,
	type OkResult,
	openMemoryStore,
	printText,
	type ResultColumn,
	type ResultSink,
	type Row,
	type Session,
	type SessionStatus,
	type SqlError,
	type SqlType,
	type Value,
} from "../../core/index.ts";
import { splitScript } from "../cli/script.ts";
import { connectRoot, openPlayed, type Side } from "../compare/played-session.ts";
import { type BookWish, composeBook, type Mode } from "../compose/book.ts";
import { loadPlugin } from "../compose/plugin.ts";
import { pageOf, type TestedPlugin } from "./tested-plugin.ts";
import { deciderOf } from "./verdict.ts";

/** The book to play on. */
export interface PlayWish {
	/** Default: the newest. */
	readonly version?: string;
	readonly as?: Mode;
	/** Functions, pages, or files and packages with their options. */
	readonly plugins?: readonly (TestedPlugin | string)[];
	/** `insert-check=2.0` */
	readonly mixes?: readonly string[];
	readonly quirks?: readonly string[];
}

/** Numbers as numbers, beyond 2^53 as bigint; decimals, dates and JSON as they are printed; bytes as a Buffer. */
export type Cell = string | number | bigint | Buffer | null;

/** A warning as SHOW WARNINGS lists it. */
export interface PlayedWarning {
	readonly level: string;
	readonly code: number;
	readonly message: string;
}

/** A statement's answer; of a procedure that of its last result set. */
export interface PlayedAnswer {
	readonly statement: string;
	/** From 1. */
	readonly line: number;
	readonly kind: "ok" | "rows" | "error";
	readonly affectedRows: number;
	readonly columns: readonly string[];
	/** By column name. */
	readonly rows: readonly Readonly<Record<string, Cell>>[];
	readonly warnings: readonly PlayedWarning[];
	readonly error:
		| {
				readonly code: number;
				readonly state: string;
				readonly message: string;
				/** The class of the rule that refused; undefined where no rule did. */
				readonly rule: string | undefined;
				/** `insert-check.text` */
				readonly question: string | undefined;
				/** `plugin mine`, `release 2.1.2`, `kernel` */
				readonly origin: string | undefined;
		  }
		| undefined;
}

/**
 * Plays a script under a release with plugins, on a new store in memory.
 * @param sql statements, as a file holds them
 * @param wish the book to play on
 * @returns one answer a statement; a failed statement does not end the script
 */
export async function play(sql: string, wish: PlayWish = {}): Promise<readonly PlayedAnswer[]> {
	const { version, as: mode, plugins = [], mixes, quirks } = wish;
	const book: BookWish = {
		...(version === undefined ? {} : { release: version }),
		...(mode === undefined ? {} : { mode }),
		...(mixes === undefined ? {} : { mixes }),
		...(quirks === undefined ? {} : { quirks }),
		pages: await Promise.all(
			plugins.map((plugin) => (typeof plugin === "string" ? loadPlugin(plugin) : pageOf(plugin))),
		),
	};
	return playOn(await composeBook(book), sql);
}

/** Plays a script on a book. */
export async function playOn(side: Side, sql: string): Promise<readonly PlayedAnswer[]> {
	const store = openMemoryStore();
	const kernel = await openPlayed(store, side, Date.now() * 1000);
	try {
		const session = await connectRoot(kernel);
		const answers: PlayedAnswer[] = [];
		for (const { text, line } of splitScript(encodeText(sql))) {
			answers.push(await playedAnswer(session, text, line));
		}
		return answers;
	} finally {
		await kernel.close();
	}
}

async function playedAnswer(session: Session, text: string, line: number): Promise<PlayedAnswer> {
	const sink = new ValueSink();
	await session.execute(text, sink);
	const warnings =
		sink.warningCount > 0 && !/^\s*show\s+(warnings|errors)/i.test(text) ? await warningsOf(session) : [];
	return { statement: decodeText(text), line, ...sink.answer, warnings };
}

async function warningsOf(session: Session): Promise<PlayedWarning[]> {
	const sink = new ValueSink();
	await session.execute("show warnings", sink);
	return sink.answer.rows.map(({ Level, Code, Message }) => ({
		level: String(Level),
		code: Number(Code),
		message: String(Message),
	}));
}

type SunkAnswer = Omit<PlayedAnswer, "statement" | "line" | "warnings">;

const nothing: SunkAnswer = { kind: "ok", affectedRows: 0, columns: [], rows: [], error: undefined };

/** Keeps the last result. */
class ValueSink implements ResultSink {
	answer = nothing;
	warningCount = 0;
	#columns: readonly ResultColumn[] = [];
	#rows: Readonly<Record<string, Cell>>[] = [];

	begin(columns: readonly ResultColumn[]): void {
		this.#columns = columns;
		this.#rows = [];
	}

	rows(batch: readonly Row[]): void {
		for (const row of batch) {
			this.#rows.push(
				Object.fromEntries(this.#columns.map(({ name, type }, at) => [name, cellOf(row[at] ?? null, type)])),
			);
		}
	}

	end({ warningCount }: SessionStatus): void {
		this.warningCount = warningCount;
		this.answer = { ...nothing, kind: "rows", columns: this.#columns.map(({ name }) => name), rows: this.#rows };
	}

	ok({ affectedRows, warningCount }: OkResult): void {
		this.warningCount = warningCount;
		// A procedure ends with it, and its last result set is the answer.
		this.answer = this.answer.kind === "rows" ? this.answer : { ...nothing, affectedRows: Number(affectedRows) };
	}

	error({ code, state, message, decision }: SqlError): void {
		this.warningCount = 0;
		this.answer = { ...nothing, kind: "error", error: { code, state, message, ...deciderOf(decision) } };
	}
}

function cellOf(value: Value, type: SqlType): Cell {
	const text = printText(value, type);
	if (text === null) {
		return null;
	}
	switch (familyOf(type)) {
		case "integer": {
			const number = Number(text);
			return Number.isSafeInteger(number) ? number : BigInt(text);
		}
		case "float":
			return Number(text);
		case "bytes":
		case "bit":
			return Buffer.from(text, "latin1");
		default:
			return decodeText(text);
	}
}
