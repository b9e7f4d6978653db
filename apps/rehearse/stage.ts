/**
 * Stage: a store in memory under a release, with the sessions of a workload, whose statements run one at a time.
 *
 * A statement that waits for another session's lock stays pending while others go on, as it did when the workload was
 * recorded.
 */
import {
	type ByteString,
	catalogChanges,
	DefaultCharset,
	encodeText,
	forkAs,
	forkKernel,
	forkUnder,
	giveIdsOf,
	keepState,
	type LentTransaction,
	type Kernel,
	type KernelState,
	type Log,
	type MemoryStore,
	openKernel,
	restoreState,
	SeededChance,
	type Session,
	storeOfFork,
	takeIdsBack,
} from "../../core/index.ts";
import { rowsOf } from "../compare/answer.ts";
import { answerTo } from "../compare/played-session.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { effectOf } from "./effect.ts";
import { type Outcome, OutcomeSink } from "./outcome.ts";
import {
	bare,
	isDefinition,
	isSetting,
	locksTables,
	mayDoNothing,
	runsProgram,
	settingName,
	unlocksTables,
} from "./statement/kind.ts";
import type { StopRules } from "./stop.ts";
import { WithinTexts } from "./statement/within.ts";

/** Conditions that all stages of a rehearsal have in common. */
export interface StageConditions {
	/** Microseconds since 1970 UTC: the same for every statement. */
	readonly nowMicroseconds: number;
	/** The default database of new sessions. */
	readonly database: string;
	/** Statements that every session begins with: its sql_mode, its character set. */
	readonly prelude: readonly ByteString[];
}

/** The same time for every statement: reports of the same input are the same. */
const nowMicroseconds = Date.UTC(2019, 3, 1) * 1000;

export function usualConditions(database = "test", prelude: readonly string[] = []): StageConditions {
	return { nowMicroseconds, database, prelude: prelude.map(encodeText) };
}

/** A stage's data at a moment, and the rules that it was under. */
export interface KeptStage {
	readonly state: KernelState;
	readonly rules: StopRules;
}

/** A statement with its session. */
export type StageStatement = Pick<WorkloadStatement, "session" | "text" | "values">;

export interface StagedSession {
	readonly session: Session;
	/** Statements that set the session up, by what they set. */
	readonly setup: Map<string, ByteString>;
	/** Steps of its open transaction. */
	transaction: TransactionStep[];
	tableLocks: ByteString | undefined;
	/** Its transaction was begun for a program alone. */
	isOfProgram: boolean;
	/** Texts that ran within the statement that ran last. */
	within: WithinTexts;
}

export interface TransactionStep {
	readonly text: ByteString;
	/** It was let through by the rules of a release where it works. */
	readonly under?: StopRules;
}

/** Of a program that fails within a transaction what it had done is taken back. */
const beforeProgram = "`verso: before the program`";

const silence: Log = { warn() {}, error() {} };
const utf8mb4GeneralCi = 45;
/** No statement runs when a stage goes back. */
const patienceMs = 1000;
/** Of each stage: plans of a long workload are not all kept. */
const memoryLimitBytes = 192 * 1024 * 1024;

export class Stage {
	readonly rules: StopRules;
	readonly store: MemoryStore;
	readonly kernel: Kernel;
	readonly #conditions: StageConditions;
	readonly #sessions = new Map<string, StagedSession>();

	private constructor(kernel: Kernel, store: MemoryStore, rules: StopRules, conditions: StageConditions) {
		this.kernel = kernel;
		this.store = store;
		this.rules = rules;
		this.#conditions = conditions;
	}

	/** Opens a stage on a store that others may work on as well. */
	static async open(store: MemoryStore, rules: StopRules, conditions: StageConditions): Promise<Stage> {
		return new Stage(await openKernel({ ...optionsOf(rules, conditions), store }), store, rules, conditions);
	}

	/** Opens a stage of its own that begins with a state, under the same rules or others. */
	static async fork(
		{ state, rules: former }: KeptStage,
		rules: StopRules,
		conditions: StageConditions,
	): Promise<Stage> {
		const clock = () => conditions.nowMicroseconds;
		const relative = rules === former ? state : relatives.get(rules);
		if (relative !== undefined) {
			const kernel = relative === state ? forkKernel(state, { clock }) : forkAs(state, relative, { clock });
			return new Stage(kernel, storeOfFork(kernel), rules, conditions);
		}
		const kernel = await forkUnder(state, optionsOf(rules, conditions));
		relatives.set(rules, await keepState(kernel));
		return new Stage(kernel, storeOfFork(kernel), rules, conditions);
	}

	/** For a guest of the owner: what it inserts gets the ids that the owner would have given. */
	giveIdsOf(owner: Stage): void {
		giveIdsOf(owner.kernel, this.kernel);
	}

	/** Takes back the ids that a statement which failed has used up, where no other one ran since. */
	takeIdsBack({ state }: KeptStage): void {
		takeIdsBack(this.kernel, state);
	}

	/** Begins a transaction for a program that is outside of one, so that what it did can be taken back. */
	async beginProgram(name: string): Promise<void> {
		const staged = await this.session(name);
		await staged.session.execute("begin", new OutcomeSink("begin"));
		staged.isOfProgram = true;
	}

	/** Ends the transaction that was begun for a program, unless it has ended it. */
	async endProgram(name: string, how: "commit" | "rollback" = "commit"): Promise<void> {
		const staged = await this.session(name);
		const { inTransaction, autocommit } = staged.session.status();
		if (staged.isOfProgram && inTransaction && (autocommit || how === "rollback")) {
			await staged.session.execute(how, new OutcomeSink(how));
		}
		staged.isOfProgram = false;
	}

	/** Takes back what a program did in its session's open transaction, or in one of its own, before it failed. */
	async undoProgram(name: string): Promise<void> {
		if ((await this.session(name)).isOfProgram) {
			await this.endProgram(name, "rollback");
		} else {
			await this.runAlone({ session: name, text: `rollback to savepoint ${beforeProgram}` });
		}
	}

	async keep(): Promise<KeptStage> {
		return { state: await keepState(this.kernel), rules: this.rules };
	}

	async session(name: string): Promise<StagedSession> {
		let staged = this.#sessions.get(name);
		if (staged === undefined) {
			const within = new WithinTexts();
			const session = await this.#connect(within);
			staged = { session, setup: new Map(), transaction: [], tableLocks: undefined, isOfProgram: false, within };
			this.#sessions.set(name, staged);
			for (const text of this.#conditions.prelude) {
				await staged.session.execute(text, new OutcomeSink(text));
			}
		}
		return staged;
	}

	/** The default database may not be there: then the session has none. */
	async #connect(within: WithinTexts): Promise<Session> {
		const runsWithin = (text: ByteString): void => within.add(text);
		const client = { user: "root", accountHost: "localhost", host: "localhost", multiStatements: true, runsWithin };
		const options = { ...client, collationId: utf8mb4GeneralCi };
		const { database } = this.#conditions;
		try {
			return await this.kernel.connect({ ...options, database });
		} catch {
			return await this.kernel.connect(options);
		}
	}

	/**
	 * Runs a statement in its session, to its end or until it waits.
	 *
	 * @param lent - the transaction that it runs in, where that is another session's
	 * @returns the outcome, or a promise of it where the session waits for another
	 */
	async run(
		{ session: name, text: written, values }: StageStatement,
		lent?: LentTransaction,
	): Promise<Outcome | { readonly waits: Promise<Outcome> }> {
		const staged = await this.session(name);
		// With its values, also where it is kept to be run again.
		const text = values === undefined ? written : withValues(written, values);
		const sink = new OutcomeSink(text);
		if (runsProgram(text) && staged.transaction.length > 0) {
			await staged.session.execute(`savepoint ${beforeProgram}`, new OutcomeSink(text));
		}
		staged.within.clear();
		const before = isDefinition(text) ? this.store.snapshot() : undefined;
		const ran = staged.session.execute(text, sink);
		const finish = async (): Promise<Outcome> => {
			const changed = before === undefined || sink.failed ? undefined : await this.#effectSince(before);
			const within = staged.within.texts(sink.failed);
			const isIdle = mayDoNothing(text) && !within.some((each) => isDefinition(each) && !mayDoNothing(each));
			const effect = changed?.length === 0 && isIdle ? undefined : changed;
			before?.release();
			if (!sink.failed) {
				await this.endProgram(name);
			}
			this.#note(staged, text, sink.failed);
			return sink.outcome(await warningsOf(staged.session, sink), effect, within);
		};
		const isWaiting = (): boolean => staged.session.isWaiting || lent?.isWaiting === true;
		if (ran !== undefined && !(await isSettled(ran, isWaiting))) {
			return { waits: ran.then(finish) };
		}
		return finish();
	}

	/** Runs a statement to its end: where it waits, the wait is given up. */
	async runAlone(statement: StageStatement, lent?: LentTransaction): Promise<Outcome> {
		const ran = await this.run(statement, lent);
		if (!("waits" in ran)) {
			return ran;
		}
		lent?.giveUp();
		(await this.session(statement.session)).session.abandon();
		return ran.waits;
	}

	#note(staged: StagedSession, text: ByteString, failed: boolean): void {
		if (isSetting(text) && !failed) {
			const name = settingName(text);
			staged.setup.delete(name);
			staged.setup.set(name, text);
		}
		if (locksTables(text) && !failed) {
			staged.tableLocks = text;
		} else if (unlocksTables(text)) {
			staged.tableLocks = undefined;
		}
		if (!staged.session.status().inTransaction) {
			staged.transaction = [];
		} else if (!failed) {
			staged.transaction.push({ text });
		}
	}

	async #effectSince(before: ReturnType<MemoryStore["snapshot"]>): Promise<readonly string[]> {
		const after = this.store.snapshot();
		try {
			return effectOf(await catalogChanges(before, after), this.rules.book.ask(DefaultCharset).server());
		} finally {
			after.release();
		}
	}

	/** No session has anything that would be lost: a transaction, temporary tables, locks. */
	canGoBack(): boolean {
		return [...this.#sessions.values()].every(
			({ session, setup, tableLocks }) =>
				!session.isWaiting &&
				!session.status().inTransaction &&
				tableLocks === undefined &&
				![...setup.values()].some((text) => /^\s*create\s+temporary\b/i.test(bare(text))),
		);
	}

	/** Goes back to a state of its own; sessions stay. */
	async goBack({ state }: KeptStage): Promise<void> {
		await restoreState(this.kernel, state, patienceMs);
	}

	/** Ends a session as a client's quit does. */
	async quit(name: string): Promise<void> {
		const staged = this.#sessions.get(name);
		this.#sessions.delete(name);
		await staged?.session.close();
	}

	/** Ends all sessions, waiting ones too. The store stays. */
	async end(): Promise<void> {
		for (const { session } of this.#sessions.values()) {
			if (session.isWaiting) {
				session.abandon();
			}
		}
		for (const name of [...this.#sessions.keys()]) {
			await this.quit(name);
		}
	}
}

/** A state under each rules that a stage was opened under: later ones share what was derived of its tables. */
const relatives = new WeakMap<StopRules, KernelState>();

function optionsOf({ release, book, switches }: StopRules, { nowMicroseconds }: StageConditions) {
	// The same chance in every play: RAND() and UUID() answer alike.
	const seeded = new SeededChance(1);
	return { book, release, switches, clock: () => nowMicroseconds, log: silence, seeded, memoryLimitBytes };
}

/** Resolves to false where the session waits for another one. */
async function isSettled(ran: Promise<void>, isWaiting: () => boolean): Promise<boolean> {
	let isDone = false;
	const done = (): void => {
		isDone = true;
	};
	ran.then(done, done);
	for (;;) {
		await new Promise((resolve) => setImmediate(resolve));
		if (isDone || isWaiting()) {
			return isDone;
		}
	}
}

async function warningsOf(session: Session, sink: OutcomeSink): Promise<readonly string[]> {
	if (sink.warningCount === 0 || sink.failed) {
		return [];
	}
	return rowsOf(await answerTo(session, "show warnings")).map((row) => row.join(" "));
}

/** A statement with `?` whose values the source has as literals. */
function withValues(text: ByteString, values: readonly ByteString[]): ByteString {
	let at = 0;
	// Outside of quotes and comments: a literal may hold a question mark.
	return text.replace(/'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`|\/\*[\s\S]*?\*\/|--\s.*|#.*|\?/g, (part) =>
		part === "?" ? (values[at++] ?? part) : part,
	);
}
