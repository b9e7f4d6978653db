/**
 * Trace of one statement through the database: tokens, syntax tree, plan, rules asked, store reads and writes, packets.
 *
 * The statement runs on a store in memory that the statements before it have prepared. Its plan is taken from a second
 * store prepared in the same way, since EXPLAIN would change what the session knows of its last statement.
 */
import {
	type AskedQuestion,
	createParser,
	type Decision,
	decodeEntry,
	decodeRange,
	type Kernel,
	loadSchema,
	openMemoryStore,
	type ParserMode,
	parseSqlMode,
	printAnswer,
	printFacts,
	factNames,
	isNews,
	type RuleBook,
	RuleTrace,
	type Schema,
	schemaQuestions,
	type Session,
	SqlError,
	type StoredEntry,
	type StoredRange,
	tablesById,
	type TracedCommit,
	type TracedRead,
	TracedStore,
} from "../../core/index.ts";
import { answerTo, connectRoot, openPlayed, type Side } from "../compare/played-session.ts";
import { UsageError } from "../compose/usage-error.ts";
import { packetsOf, type TracedPacket, TracedSink } from "./packets.ts";
import { tokensOf, type TracedToken } from "./tokens.ts";

/** Statements that are run first, and the release that runs them. */
export interface Preparation {
	readonly side: Side;
	readonly statements: readonly string[];
}

interface TraceWish {
	/** A byte string in UTF-8, one statement. */
	readonly statement: string;
	readonly side: Side;
	/** One after the other on the same store. The last is of the traced session where its side is the trace's. */
	readonly preparations: readonly Preparation[];
	/** Statements of a preparation may fail, as in a golden script. */
	readonly forgives?: boolean;
	/** Of the session, from its start. */
	readonly sqlMode?: string;
}

export interface TracedQuestion {
	/** The question, and the rule that made the answer. */
	readonly decision: Decision;
	/** Rules asked before it that passed its answer on. */
	readonly passedOn: readonly Decision[];
	/** 0: asked by the kernel; 1: asked by a rule. */
	readonly depth: number;
	readonly facts: string;
	/** Null: the rule lets the thing be. */
	readonly answer: string | null;
}

/** A key looked up, or a range scanned with the entries that were read of it. */
export type DecodedRead =
	| { readonly kind: "get"; readonly entry: StoredEntry; readonly isFound: boolean }
	| {
			readonly kind: "scan";
			readonly range: StoredRange;
			readonly reverse: boolean;
			readonly entries: readonly StoredEntry[];
			readonly unlisted: number;
	  };

export interface DecodedCommit {
	readonly writes: readonly (StoredEntry & { readonly removed: boolean })[];
	readonly isDone: boolean;
}

export interface StatementTrace {
	readonly release: string;
	readonly statement: string;
	readonly tokens: readonly TracedToken[];
	/** The syntax tree, or the sentence that says why there is none. */
	readonly tree: { readonly node: unknown } | { readonly failure: string };
	/** Lines of EXPLAIN FORMAT=TREE; empty for a statement that has no plan. */
	readonly plan: readonly string[];
	readonly rules: readonly TracedQuestion[];
	readonly reads: readonly DecodedRead[];
	readonly commits: readonly DecodedCommit[];
	readonly packets: readonly TracedPacket[];
	readonly unlistedPackets: number;
}

/** The same time in every trace: 2019-03-01 12:00:00 UTC. */
const now = 1_551_441_600_000_000;

/**
 * @returns what the statement did, up to where it failed if it failed
 * @throws UsageError where a preparation fails
 */
export async function traceStatement(wish: TraceWish): Promise<StatementTrace> {
	const { mode, plan } = await plannedWith(wish);
	const store = new TracedStore(openMemoryStore());
	const rules = new RuleTrace();
	const { kernel, session } = await prepared(wish, store, { ...wish.side, book: wish.side.book.observed(rules) });
	const schemaNow = (): Promise<Schema> => readSchema(store, wish.side.book, kernel);
	const before = await schemaNow();
	await warmed(kernel, session);
	rules.take();
	const sink = new TracedSink(session);
	store.isRecording = true;
	await session.execute(wish.statement, sink);
	store.isRecording = false;
	const asked = rules.take();
	const tableOf = tablesById([await schemaNow(), before]);
	const { packets, unlisted } = packetsOf(sink.bytes());
	await kernel.close();
	return {
		release: wish.side.release,
		statement: wish.statement,
		tokens: tokensOf(wish.statement, mode),
		tree: treeOf(wish.statement, mode),
		plan,
		rules: questionsOf(asked, wish.side.release),
		reads: decodeReads(store.reads, tableOf),
		commits: store.commits.map((commit) => decodeCommit(commit, tableOf)),
		packets,
		unlistedPackets: unlisted,
	};
}

function treeOf(statement: string, mode: ParserMode): StatementTrace["tree"] {
	try {
		return { node: createParser().parseFirst(statement, mode).first?.statement ?? null };
	} catch (failure) {
		if (failure instanceof SqlError) {
			return { failure: `ERROR ${failure.code} (${failure.state}): ${failure.message}` };
		}
		throw failure;
	}
}

/** The session's SQL mode, and the plan, from a store of their own. */
async function plannedWith(wish: TraceWish): Promise<{ mode: ParserMode; plan: readonly string[] }> {
	const { kernel, session } = await prepared(wish, new TracedStore(openMemoryStore()), wish.side);
	const modeText = (await answerTo(session, "select @@session.sql_mode")).text.split("\n")[1] ?? "";
	const isPlanned = /^[\s(]*(select|insert|replace|update|delete)\b/i.test(wish.statement);
	const answer = isPlanned ? (await answerTo(session, `explain format=tree ${wish.statement}`)).text : "";
	await kernel.close();
	const lines = answer.startsWith("ERROR ") ? [answer] : answer.split("\n").slice(1);
	return { mode: parseSqlMode(modeText), plan: lines.filter((line) => !/^(, \d+ warnings?)?$/.test(line)) };
}

async function prepared(
	{ preparations, forgives, sqlMode }: TraceWish,
	store: TracedStore,
	side: Side,
): Promise<{ kernel: Kernel; session: Session }> {
	const last = preparations.at(-1);
	const sameSide = last !== undefined && last.side.release === side.release ? last : undefined;
	for (const each of preparations.filter((preparation) => preparation !== sameSide)) {
		const session = await connect(await openPlayed(store, each.side, now), sqlMode);
		await run(session, each, forgives === true);
		session.close();
	}
	const kernel = await openPlayed(store, side, now);
	const session = await connect(kernel, sqlMode);
	if (sameSide !== undefined) {
		await run(session, sameSide, forgives === true);
	}
	return { kernel, session };
}

/** Fills the caches of a running server: another session reads the schema, this one settles its variables. */
async function warmed(kernel: Kernel, traced: Session): Promise<void> {
	void traced.resultsCharset;
	const session = await kernel.connect({ user: "root", accountHost: "localhost", host: "localhost", database: "test" });
	await answerTo(session, "show tables");
	await session.close();
}

async function run(session: Session, { side, statements }: Preparation, forgives: boolean): Promise<void> {
	for (const statement of statements) {
		const { text: answer } = await answerTo(session, statement);
		if (answer.startsWith("ERROR ") && !forgives) {
			const text = Buffer.from(statement, "latin1").toString("utf8");
			throw new UsageError(`the setup fails on ${side.release} at ${text}: ${answer}`, 2);
		}
	}
}

async function connect(kernel: Kernel, sqlMode: string | undefined): Promise<Session> {
	const session = await connectRoot(kernel);
	if (sqlMode !== undefined) {
		const { text: answer } = await answerTo(session, `set session sql_mode = '${sqlMode.replaceAll("'", "''")}'`);
		if (answer.startsWith("ERROR ")) {
			throw new UsageError(`--sql-mode cannot be set: ${answer}`, 2);
		}
	}
	return session;
}

async function readSchema(store: TracedStore, book: RuleBook, kernel: Kernel): Promise<Schema> {
	const declared = new Set(book.switches().map(({ setting }) => setting));
	const read = (setting: string) => (declared.has(setting) ? kernel.switches.read(setting) : undefined);
	const settings = {
		on: (setting: string) => read(setting) === true,
		number: (setting: string) => Number(read(setting) ?? 0),
		word: (setting: string) => String(read(setting) ?? ""),
	};
	const snapshot = store.unrecorded();
	try {
		return await loadSchema(snapshot, schemaQuestions(book, settings));
	} finally {
		snapshot.release();
	}
}

/** The same question with the same facts and answer is listed once. */
function questionsOf(asked: readonly AskedQuestion[], release: string): readonly TracedQuestion[] {
	const found = new Map<string, TracedQuestion>();
	for (const { decision, passedOn, facts, depth, answer } of asked.filter(isNews)) {
		const printed = printFacts(facts, release, factNames(decision.hook, decision.question));
		const question = { decision, passedOn, depth, facts: printed, answer: printAnswer(answer) };
		const key = JSON.stringify(question);
		found.set(key, found.get(key) ?? question);
	}
	return [...found.values()];
}

type TableOf = Parameters<typeof decodeEntry>[2];

/** A key that is looked up again, or a range that is scanned again with the same result, is listed once. */
function decodeReads(reads: readonly TracedRead[], tableOf: TableOf): readonly DecodedRead[] {
	const found = new Map<string, DecodedRead>();
	for (const read of reads) {
		const decoded = decodeRead(read, tableOf);
		const key = read.kind === "get" ? read.key : JSON.stringify(decoded);
		found.set(key, found.get(key) ?? decoded);
	}
	return [...found.values()];
}

function decodeRead(read: TracedRead, tableOf: TableOf): DecodedRead {
	if (read.kind === "get") {
		const { key, value } = read;
		return { kind: "get", entry: decodeEntry(key, value, tableOf), isFound: value !== undefined };
	}
	const { range, entries, unlisted } = read;
	return {
		kind: "scan",
		range: decodeRange(range, tableOf),
		reverse: range.reverse === true,
		entries: entries.map(({ key, value }) => decodeEntry(key, value, tableOf)),
		unlisted,
	};
}

function decodeCommit({ writes, isDone }: TracedCommit, tableOf: TableOf): DecodedCommit {
	return {
		writes: writes.map(({ key, value }) => ({
			...decodeEntry(key, value ?? undefined, tableOf),
			removed: value === null,
		})),
		isDone,
	};
}
