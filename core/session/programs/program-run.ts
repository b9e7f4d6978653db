/**
 * Interpreter of a stored program: runs its instructions, gives conditions to handlers, and keeps its cursors.
 *
 * Synchronous as long as its statements are; from the first promise on an async loop drives it.
 */
import { SqlError, sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { Row } from "../../types/value/value.ts";
import type { ResultColumn, ResultSink } from "../api/result.ts";
import type { SessionContext } from "../api/session-context.ts";
import { findHandler, type FoundHandler, raisedBy, raisedError } from "./condition.ts";
import type { ActiveBlock, BlockHandler, BodyStatement, Instruction } from "./instruction.ts";
import type { ProgramFrame } from "./program-frame.ts";
import { RowsSink } from "./value-sink.ts";

/** Runs the statements of a program. */
export interface ProgramHost {
	readonly warnings: SessionContext["warnings"];
	/** Where result sets of a procedure go. */
	readonly client: ResultSink;
	perform(statement: BodyStatement, frame: ProgramFrame, sink: ResultSink): MaybePromise<void>;
	/** An expression: counts of the statement before it stay. */
	evaluate(expression: BodyStatement, frame: ProgramFrame, sink: ResultSink): MaybePromise<void>;
	/** Throws 1317 after KILL; a promise after a long time slice. */
	giveWay(): MaybePromise<void>;
	/** The condition that handlers pass on by RESIGNAL; undefined: no handler runs. */
	handling(error: SqlError | undefined): void;
}

interface OpenCursor {
	readonly query: BodyStatement;
	rows: readonly Row[] | undefined;
	columns: readonly ResultColumn[];
	next: number;
}

/** A handler that runs. */
interface Activation {
	readonly handler: BlockHandler;
	/** The blocks that were active when the condition was raised. */
	readonly blocks: readonly ActiveBlock[];
	/** Index of the handler's block. */
	readonly at: number;
	readonly resume: number;
	readonly error: SqlError | undefined;
	/** The warnings before the condition: a handled one is forgotten. */
	readonly mark: SessionContext["warnings"]["mark"];
}

const noWarnings: Activation["mark"] = { count: 0, errorCount: 0, length: 0 };

/** Instructions between two looks at the clock. */
const instructionsATurn = 64;

export class ProgramRun {
	readonly #instructions: readonly Instruction[];
	readonly #frame: ProgramFrame;
	readonly #host: ProgramHost;
	readonly #cursors = new Map<number, OpenCursor>();
	#blocks: readonly ActiveBlock[] = [];
	readonly #active: Activation[] = [];
	#at = 0;
	#count = 0;
	#result: TypedValue | undefined;
	#isDone = false;

	constructor(instructions: readonly Instruction[], frame: ProgramFrame, host: ProgramHost) {
		this.#instructions = instructions;
		this.#frame = frame;
		this.#host = host;
	}

	/** Returns the value of RETURN; undefined: the body ended without. */
	run(): MaybePromise<TypedValue | undefined> {
		const pending = this.#advance();
		return pending === undefined ? this.#result : this.#drive(pending);
	}

	async #drive(first: Promise<void>): Promise<TypedValue | undefined> {
		for (let pending: Promise<void> | undefined = first; pending !== undefined; pending = this.#advance()) {
			try {
				await pending;
			} catch (failure) {
				this.#raise(failure);
			}
		}
		return this.#result;
	}

	/** Runs until a step has to be waited for; undefined: the end. */
	#advance(): Promise<void> | undefined {
		while (!this.#isDone && this.#at < this.#instructions.length) {
			try {
				const step = this.#step(this.#instructions[this.#at]!);
				if (step instanceof Promise) {
					return step;
				}
				if (++this.#count % instructionsATurn === 0) {
					const turn = this.#host.giveWay();
					if (turn instanceof Promise) {
						return turn;
					}
				}
			} catch (failure) {
				this.#raise(failure);
			}
		}
		return undefined;
	}

	#step(instruction: Instruction): MaybePromise<void> {
		switch (instruction.kind) {
			case "sql":
				return after(this.#perform(instruction.statement), () => this.#warned());
			case "assign":
				return this.#assign(instruction.slot, instruction.value);
			case "jump":
				this.#at = instruction.to;
				return undefined;
			case "jump-unless":
				return after(this.#valueOf(instruction.condition), ({ value }) => {
					this.#at = value === 1 ? this.#at + 1 : instruction.to;
				});
			case "return":
				return after(this.#valueOf(instruction.value), (value) => {
					this.#result = value;
					this.#isDone = true;
					this.#host.warnings.rewind(this.#active[0]?.mark ?? this.#host.warnings.mark);
				});
			case "case-not-found":
				throw sqlError("caseNotFound");
			case "open":
				return this.#open(instruction.cursor);
			default:
				this.#stepAtOnce(instruction);
				return undefined;
		}
	}

	#stepAtOnce(
		instruction: Extract<Instruction, { kind: "enter" | "exit" | "declare-cursor" | "close" | "fetch" | "handled" }>,
	): void {
		switch (instruction.kind) {
			case "enter":
				this.#blocks = [...this.#blocks, instruction.block];
				break;
			case "exit":
				this.#blocks = this.#blocks.slice(0, this.#blocks.length - instruction.blocks);
				break;
			case "declare-cursor":
				this.#cursors.set(instruction.cursor, { query: instruction.query, rows: undefined, columns: [], next: 0 });
				break;
			case "close":
				this.#opened(instruction.cursor).rows = undefined;
				break;
			case "fetch":
				this.#fetch(instruction.cursor, instruction.slots);
				return;
			case "handled":
				this.#handled();
				return;
		}
		this.#at++;
	}

	#perform(statement: BodyStatement): MaybePromise<void> {
		return this.#host.perform(statement, this.#frame, this.#host.client);
	}

	/** After a statement that succeeded: its warnings may have handlers. */
	#warned(): void {
		this.#at++;
		const { warnings } = this.#host;
		if (warnings.count === 0 || this.#blocks.every(({ handlers }) => handlers.length === 0)) {
			return;
		}
		for (const warning of warnings.all) {
			const found = warning.level === "Error" ? undefined : findHandler(raisedBy(warning), this.#blocks);
			if (found !== undefined) {
				this.#handle(found, this.#at, undefined, noWarnings);
				return;
			}
		}
	}

	#assign(slot: number, value: BodyStatement | undefined): MaybePromise<void> {
		const assign = (given: TypedValue): void => {
			this.#frame.assign(slot, given);
			this.#at++;
		};
		return value === undefined
			? assign({ ...this.#frame.read(slot), value: null })
			: after(this.#valueOf(value), assign);
	}

	#valueOf(expression: BodyStatement): MaybePromise<TypedValue> {
		const sink = new RowsSink();
		return after(this.#host.evaluate(expression, this.#frame, sink), () => sink.value());
	}

	#open(cursor: number): MaybePromise<void> {
		const found = this.#cursors.get(cursor)!;
		if (found.rows !== undefined) {
			throw sqlError("cursorOpen");
		}
		const sink = new RowsSink();
		return after(this.#host.evaluate(found.query, this.#frame, sink), () => {
			found.rows = sink.rowsFound;
			found.columns = sink.columns;
			found.next = 0;
			this.#at++;
		});
	}

	#opened(cursor: number): OpenCursor {
		const found = this.#cursors.get(cursor);
		if (found?.rows === undefined) {
			throw sqlError("cursorClosed");
		}
		return found;
	}

	#fetch(cursor: number, slots: readonly number[]): void {
		const found = this.#opened(cursor);
		if (found.columns.length !== slots.length) {
			throw sqlError("wrongFetchCount");
		}
		const row = found.rows?.[found.next];
		if (row === undefined) {
			throw sqlError("noData");
		}
		found.next++;
		slots.forEach((slot, at) => this.#frame.assign(slot, { type: found.columns[at]!.type, value: row[at] }));
		this.#at++;
	}

	/** Throws again what no handler takes. */
	#raise(failure: unknown): void {
		const error = failure instanceof SqlError ? failure : undefined;
		const found = error === undefined || isFatal(error) ? undefined : findHandler(raisedError(error), this.#blocks);
		if (found === undefined) {
			throw failure;
		}
		const { mark } = this.#host.warnings;
		this.#host.warnings.fail(error!);
		const instruction = this.#instructions[this.#at]!;
		this.#handle(found, instruction.kind === "jump-unless" ? instruction.resume : this.#at + 1, error, mark);
	}

	#handle({ handler, at }: FoundHandler, resume: number, error: SqlError | undefined, mark: Activation["mark"]): void {
		this.#active.push({ handler, blocks: this.#blocks, at, resume, error, mark });
		this.#blocks = this.#blocks.slice(0, at);
		this.#at = handler.start;
		this.#host.handling(error);
	}

	/** The end of a handler. */
	#handled(): void {
		const { handler, blocks, at, resume, mark } = this.#active.pop()!;
		this.#host.handling(this.#active.at(-1)?.error);
		this.#host.warnings.rewind(mark);
		if (handler.action === "continue") {
			this.#blocks = blocks;
			this.#at = resume;
		} else {
			this.#blocks = blocks.slice(0, at);
			this.#at = blocks[at]!.end;
		}
	}
}

/** KILL ends the program, whatever its handlers say. */
function isFatal({ code }: SqlError): boolean {
	return code === 1317 || code === 3024;
}
