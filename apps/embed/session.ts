/**
 * Session of a library's caller: its own transaction and variables, its statements one after the other, no packets.
 */
import {
	collationNamed,
	encodeText,
	type PreparedStatement,
	type Session as KernelSession,
	SqlError,
	sqlType,
} from "../../core/index.ts";
import { splitScript } from "../cli/script.ts";
import {
	callerStack,
	type CallerStack,
	DatabaseError,
	ownError,
	type ScriptPlace,
	withStack,
} from "./database-error.ts";
import { type Done, ObjectSink, type RowObject, type Rows } from "./object-sink.ts";
import { parameterOf, type Value } from "./parameter.ts";
import type { RestoreOrder } from "./restore-order.ts";

/** Statements that stay prepared; the oldest goes. */
const maximumPrepared = 200;

export interface ScriptOptions {
	/** The script's name in errors. */
	readonly file?: string;
}

/** One connection to a database. */
export class Session implements AsyncDisposable {
	readonly #session: () => Promise<KernelSession>;
	#opened: KernelSession | undefined;
	/** By text, the oldest first. */
	readonly #prepared = new Map<string, PreparedStatement>();
	/** Statements that are asked for wait while it has a gate. */
	readonly #order: Pick<RestoreOrder, "gate">;
	/** The last statement that was asked for. */
	#last: Promise<unknown> = Promise.resolve();
	/** Why it is closed. */
	#closed: string | undefined;

	/** `session`: opens it, at the first statement; `order`: of restores. */
	constructor(session: () => Promise<KernelSession>, order: Pick<RestoreOrder, "gate"> = { gate: undefined }) {
		this.#session = session;
		this.#order = order;
	}

	/**
	 * Runs a statement.
	 * @param sql one statement; of a `;` at its end nothing depends
	 * @param values for each `?` of it one: then it is prepared, and stays so
	 * @returns rows, with their columns as a property that is not enumerable; or what the statement did. Of CALL the
	 *   last result with rows
	 * @throws DatabaseError where the statement is refused; TypeError for a value that no SQL type holds
	 */
	query<R extends object = RowObject>(sql: string, values: readonly Value[] = []): Promise<Rows<R> & Done> {
		return this.queryFor(callerStack(this.query), sql, values) as Promise<Rows<R> & Done>;
	}

	/** Runs a statement for a caller whose stack is known: for the library. */
	queryFor(caller: CallerStack, sql: string, values: readonly Value[]): Promise<Rows | Done | undefined> {
		return this.#inTurn(() => this.#run(sql, values, caller));
	}

	/**
	 * Runs a statement written as a template: every `${value}` is a `?` and its value.
	 * @returns rows
	 * @throws DatabaseError as `query`
	 */
	sql<R extends object = RowObject>(text: TemplateStringsArray, ...values: readonly Value[]): Promise<Rows<R>> {
		return this.queryFor(callerStack(this.sql), text.join("?"), values) as Promise<Rows<R>>;
	}

	/**
	 * Runs a script, as the mysql client splits it: DELIMITER is understood.
	 * @param script statements
	 * @param options `file`: its name in errors
	 * @throws DatabaseError with `place`, at the first statement that is refused; those before it have run
	 */
	run(script: string, options: ScriptOptions = {}): Promise<void> {
		return this.runFor(callerStack(this.run), script, options);
	}

	/** Runs a script for a caller whose stack is known: for the library. */
	runFor(caller: CallerStack, script: string, { file }: ScriptOptions): Promise<void> {
		return this.#inTurn(async () => {
			if (typeof script !== "string") {
				throw withStack(new TypeError(`a script is a string, not ${typeof script}`), caller);
			}
			for (const { text, line, source } of splitScript(encodeText(script))) {
				const sql = Buffer.from(text, "latin1").toString("utf8");
				if (source !== undefined) {
					throw withStack(new TypeError(`run() reads no other files, as line ${line} wants: ${sql}`), caller);
				}
				await this.#run(sql, [], caller, { file, line });
			}
		});
	}

	/** Rolls back what is open, and ends the session. May be called twice. */
	close(): Promise<void> {
		return this.closeFor("the session is closed");
	}

	/** Closes it, with the sentence that later statements are told: for the library. */
	async closeFor(because: string): Promise<void> {
		this.#closed ??= because;
		await this.#last.catch(() => {});
		await this.#opened?.close();
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.close();
	}

	/** Resolves when all that was asked for has ended: for the library. */
	get asked(): Promise<unknown> {
		return this.#last;
	}

	#inTurn<T>(step: () => Promise<T>): Promise<T> {
		const { gate } = this.#order;
		const before = gate === undefined ? this.#last : Promise.all([this.#last, gate]);
		const mine = before.then(step);
		this.#last = mine.catch(() => {});
		return mine;
	}

	async #run(
		sql: string,
		values: readonly Value[],
		caller: CallerStack,
		place?: ScriptPlace,
	): Promise<Rows | Done | undefined> {
		if (typeof sql !== "string") {
			throw withStack(new TypeError(`a statement is a string, not ${typeof sql}`), caller);
		}
		if (!Array.isArray(values)) {
			throw withStack(new TypeError("values are a list, with one for each ? of the statement"), caller);
		}
		if (this.#closed !== undefined) {
			throw withStack(new Error(this.#closed), caller);
		}
		const sink = new ObjectSink();
		try {
			const session = (this.#opened ??= await this.#session());
			if (values.length === 0) {
				await session.execute(encodeText(sql), sink);
			} else {
				const { id, parameterCount, textCharset, textCollation } = await this.#toExecute(session, sql);
				if (parameterCount !== values.length) {
					throw new TypeError(`the statement has ${parameterCount} ?, and ${values.length} values were given`);
				}
				const text = sqlType("varchar", { length: 65535, charset: textCharset, collation: textCollation });
				await session.executePrepared(
					id,
					values.map((value, at) => parameterOf(value, at + 1, text)),
					sink,
				);
			}
		} catch (failure) {
			throw failed(failure, sql, caller, place);
		}
		if (sink.failure !== undefined) {
			throw failed(sink.failure, sql, caller, place);
		}
		return sink.answer;
	}

	async #toExecute(session: KernelSession, sql: string): Promise<PreparedStatement> {
		const known = this.#prepared.get(sql);
		if (known !== undefined) {
			return known;
		}
		const prepared = await session.prepare(encodeText(sql));
		if (this.#prepared.size >= maximumPrepared) {
			const [[oldest, { id }]] = this.#prepared as unknown as [[string, PreparedStatement]];
			this.#prepared.delete(oldest);
			session.closePrepared(id);
		}
		this.#prepared.set(sql, prepared);
		return prepared;
	}
}

function failed(failure: unknown, sql: string, caller: CallerStack, place: ScriptPlace | undefined): Error {
	if (failure instanceof SqlError) {
		return withStack(new DatabaseError(failure, sql, place), caller);
	}
	return ownError(failure, caller) as Error;
}

/** Text as utf8mb4, as mysql2 connects. */
export const clientCollation = collationNamed("utf8mb4_general_ci")?.id ?? 0;
