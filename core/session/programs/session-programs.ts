/**
 * Stored programs of a session: calls procedures and functions, fires triggers, runs events, each with the settings it
 * was made under and, by SQL SECURITY, the rights of its definer.
 */
import { eventProgram, returnedColumn, type Routine } from "../../catalog/program.ts";
import type { EventRecord, ProgramRecord, TriggerRecord } from "../../catalog/record.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { View } from "../../catalog/view.ts";
import { invariant } from "../../errors/invariant.ts";
import { after, lastly } from "../../async/maybe-promise.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import { columnConverter } from "../../exec/rows/column-assignment.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import type { CalledFunction } from "../../plan/bind/stored-function.ts";
import { refuseStatement } from "../../sql/parse/program/refusal.ts";
import type { CreateProgram, Program } from "../../sql/tree/statement.ts";
import type { CallProcedure } from "../../sql/tree/session.ts";
import type { Evaluation, TypedValue } from "../../types/evaluation/evaluation.ts";
import { type ByteString, encodeText, type Value } from "../../types/value/value.ts";
import type { ResultSink } from "../api/result.ts";
import type { SessionContext } from "../api/session-context.ts";
import type { SessionPrograms } from "../api/session-programs.ts";
import { noLimit } from "../kinds/statement-of.ts";
import { checkNeeds, checkTrigger, checkTriggerColumn, definerOf, readerThrough } from "../privileges/check.ts";
import type { SessionSettings } from "../client/session-settings.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";
import { Savepoints } from "../run/savepoints.ts";
import type { StatementContext } from "../run/statement-context.ts";
import { type BodyStatement, instructionsOf } from "./instruction.ts";
import { OutParameters } from "./out-parameters.ts";
import type { ParsedPrograms } from "./parsed-programs.ts";
import { checkArguments, handOut } from "./procedure-argument.ts";
import { keptSettings } from "./kept-setting.ts";
import { ProgramFrame, type TriggerRows } from "./program-frame.ts";
import { type ProgramHost, ProgramRun } from "./program-run.ts";
import { ClientRowsSink, NoRowsSink, RowsSink } from "./value-sink.ts";

/** How a session runs statements of programs. */
interface ProgramStatements {
	/** As statements of the session, each in the open transaction or its own. */
	run(context: StatementContext): MaybePromise<void>;
	/** In the transaction of the statement around. */
	runWithin(context: StatementContext, around: Execution): MaybePromise<void>;
	/** For conversions to the types of variables. */
	evaluation(): Execution;
}

/** A function or trigger that runs: savepoints of the statements around are not its own. */
interface Level {
	readonly kind: "function" | "trigger";
	readonly savepoints: Savepoints;
}

export class ProgramsOfSession implements SessionPrograms {
	readonly #session: SessionContext;
	readonly #statements: ProgramStatements;
	readonly #parsed: ParsedPrograms;
	/** Functions that run, and procedures with their depth. */
	readonly #running = new Map<string, number>();
	/** The innermost. */
	#level: Level | undefined;

	constructor(session: SessionContext, statements: ProgramStatements) {
		this.#session = session;
		this.#parsed = session.server.memory.programs;
		this.#statements = statements;
	}

	callProcedure(
		routine: Routine,
		{ arguments: written }: CallProcedure,
		given: readonly TypedValue[],
		sink: ResultSink,
		around?: Execution,
	): MaybePromise<StatementResult> {
		this.#admit(routine);
		return after(this.#parsed.routine(routine.record, around ?? this.#statements.evaluation()), (program) =>
			this.#callProcedure(routine, program, written, given, sink, around),
		);
	}

	#callProcedure(
		routine: Routine,
		program: CreateProgram,
		written: CallProcedure["arguments"],
		given: readonly TypedValue[],
		sink: ResultSink,
		around: Execution | undefined,
	): MaybePromise<StatementResult> {
		const { record } = routine;
		const { parameters } = program;
		const { facts } = this.#session;
		checkArguments(routine, written, parameters, facts);
		const caller = facts.locals;
		const client = around === undefined ? new ClientRowsSink(sink) : new RowsSink();
		const frame = this.#frameOf(program, record);
		parameters.forEach(({ mode, slot }, at) => {
			if (mode !== "out") {
				frame.assign(slot, given[at]!);
			}
		});
		const run = (): MaybePromise<unknown> => this.#run(program, frame, client, around);
		const ran = this.#deeper(routine, () => this.#entered(routine.database, record, record.security, frame, run));
		return after(ran, () => {
			handOut(parameters, written, frame, caller, facts);
			const result = done(facts.rowCount < 0 ? 0 : facts.rowCount);
			return caller instanceof OutParameters
				? after(caller.deliver(routine, program, written, this.#session, sink), () => result)
				: result;
		});
	}

	callFunction(
		{ routine, views }: CalledFunction,
		operands: readonly TypedValue[],
		evaluation: Evaluation,
	): Value | Promise<Value> {
		const around = evaluation as Execution;
		invariant("transaction" in evaluation, "Stored functions are called within a statement.");
		this.#admit(routine, views);
		return after(this.#parsed.routine(routine.record, around), (program) =>
			this.#through(views, () => this.#callFunction(routine, program, operands, around)),
		);
	}

	/** A function in a view is called by the view's definer. */
	#through<T>(views: readonly View[], run: () => MaybePromise<T>): MaybePromise<T> {
		const { facts, rights } = this.#session;
		const reader = rights && readerThrough(views, rights);
		if (reader === undefined || reader === rights) {
			return run();
		}
		const { currentUser } = facts;
		this.#session.actAs(reader);
		facts.currentUser = `${reader.actor.user}@${reader.actor.accountHost}`;
		return lastly(run, () => {
			this.#session.actAs(rights);
			facts.currentUser = currentUser;
		});
	}

	#callFunction(
		routine: Routine,
		program: CreateProgram,
		operands: readonly TypedValue[],
		around: Execution,
	): Value | Promise<Value> {
		const { record } = routine;
		const key = keyOf(routine);
		if (this.#running.has(key)) {
			throw sqlError("recursiveFunction");
		}
		const frame = this.#frameOf(program, record);
		program.parameters.forEach(({ slot }, at) => frame.assign(slot, operands[at]!));
		this.#running.set(key, 1);
		const leave = this.#enterLevel("function");
		const run = (): MaybePromise<Value> =>
			after(this.#run(program, frame, new RowsSink(), around), (value) => this.#returned(routine, value));
		return lastly(
			() => this.#entered(routine.database, record, record.security, frame, run),
			() => {
				this.#running.delete(key);
				leave();
			},
		);
	}

	fireTrigger(trigger: TriggerRecord, rows: TriggerRows, evaluation: Evaluation): MaybePromise<void> {
		invariant("transaction" in evaluation, "Triggers fire within a statement.");
		const around = evaluation as Execution;
		return after(this.#parsed.trigger(trigger, around), ({ program }) =>
			this.#fireTrigger(trigger, program, rows, around),
		);
	}

	#fireTrigger(trigger: TriggerRecord, program: Program, rows: TriggerRows, around: Execution): MaybePromise<void> {
		const frame = new ProgramFrame(program, trigger, around, rows);
		const leaveLevel = this.#enterLevel("trigger");
		const lockAgain = this.#session.tables.openTriggered();
		const leave = (): void => {
			lockAgain();
			leaveLevel();
		};
		const run = (): MaybePromise<unknown> => {
			const { rights } = this.#session;
			if (rights !== undefined && !rights.isAll) {
				checkTrigger(rows.table, rights);
				frame.admitColumn = (column, use) => checkTriggerColumn(rows.table, column, use, rights);
			}
			return this.#run({ program }, frame, new RowsSink(), around);
		};
		const ran = lastly(() => this.#entered(rows.table.database, trigger, "DEFINER", frame, run), leave);
		return after(ran, () => undefined);
	}

	/** Runs an event's body; result sets are dropped. */
	runEvent(database: string, record: EventRecord): MaybePromise<void> {
		const program = eventProgram(record);
		const frame = new ProgramFrame(program, record, this.#statements.evaluation());
		const run = (): MaybePromise<unknown> => this.#run({ program }, frame, new NoRowsSink(), undefined);
		return after(this.#entered(database, record, "INVOKER", frame, run), () => undefined);
	}

	#run(
		{ program }: Pick<CreateProgram, "program">,
		frame: ProgramFrame,
		client: ResultSink,
		around: Execution | undefined,
	): MaybePromise<TypedValue | undefined> {
		return new ProgramRun(instructionsOf(program), frame, this.#host(client, around)).run();
	}

	#enterLevel(kind: Level["kind"]): () => void {
		const former = this.#level;
		const restoreIds = this.#session.facts.keepIds();
		this.#level = { kind, savepoints: new Savepoints() };
		return () => {
			this.#level = former;
			restoreIds();
		};
	}

	#admit(routine: Routine, views: readonly View[] = []): void {
		const { rights } = this.#session;
		if (rights !== undefined) {
			checkNeeds([{ kind: "routine", routine, privilege: "EXECUTE", views }], rights);
		}
	}

	/** Converts to the type of RETURNS; 1321 where the body ended without RETURN. */
	#returned({ record }: Routine, given: TypedValue | undefined): Value {
		if (given === undefined) {
			throw sqlError("functionEnded", encodeText(record.name));
		}
		return given.value === null
			? null
			: columnConverter(returnedColumn(record), given.type)(given.value, this.#statements.evaluation());
	}

	#frameOf(program: CreateProgram, record: ProgramRecord): ProgramFrame {
		return new ProgramFrame(program.program, record, this.#statements.evaluation());
	}

	/** Throws 1456 for more calls of one procedure within another than `max_sp_recursion_depth`. */
	#deeper<T>(routine: Routine, run: () => MaybePromise<T>): MaybePromise<T> {
		const key = keyOf(routine);
		const depth = this.#running.get(key) ?? 0;
		const most = Number(this.#session.variables.value("max_sp_recursion_depth"));
		if (depth > most) {
			throw sqlError("recursionLimit", most, encodeText(routine.record.name));
		}
		this.#running.set(key, depth + 1);
		return lastly(run, () => {
			if (depth === 0) {
				this.#running.delete(key);
			} else {
				this.#running.set(key, depth);
			}
		});
	}

	/** With the program's database, settings and rights. */
	#entered<T>(
		database: string,
		record: ProgramRecord,
		security: "DEFINER" | "INVOKER",
		frame: ProgramFrame,
		run: () => MaybePromise<T>,
	): MaybePromise<T> {
		const { facts, variables, preparedExecution } = this.#session;
		const { charsets } = preparedExecution;
		const former = {
			database: facts.database,
			locals: facts.locals,
			handled: facts.handled,
			currentUser: facts.currentUser,
		};
		const formerRights = this.#session.rights;
		const values = keptSettings.map(([name]) => variables.value(name));
		facts.database = database;
		facts.handled = undefined;
		// A prepared statement that calls it keeps its charsets to itself.
		preparedExecution.charsets = undefined;
		const changed = keptSettings.filter(([, valueIn], at) => values[at] !== valueIn(record));
		for (const [name, valueIn] of changed) {
			variables.assign(name, valueIn(record));
		}
		if (changed.length > 0 || charsets !== undefined) {
			frame.enter(this.#statements.evaluation());
		}
		const isOther = security === "DEFINER" && formerRights !== undefined;
		return lastly(
			() => {
				if (isOther) {
					this.#session.actAs(definerOf({ record }, formerRights));
					facts.currentUser = `${record.definer.user}@${record.definer.host}`;
				}
				return run();
			},
			() => {
				Object.assign(facts, former);
				preparedExecution.charsets = charsets;
				if (isOther) {
					this.#session.actAs(formerRights);
				}
				keptSettings.forEach(([name], at) => {
					if (variables.value(name) !== values[at]) {
						variables.assign(name, values[at]!);
					}
				});
			},
		);
	}

	#host(client: ResultSink, around: Execution | undefined): ProgramHost {
		const { warnings, facts, runsWithin } = this.#session;
		// One for the whole run: it measures the time slice.
		const running = around ?? this.#statements.evaluation();
		const perform = (statement: BodyStatement, frame: ProgramFrame, sink: ResultSink): MaybePromise<void> => {
			if (around !== undefined) {
				const { kind, savepoints } = this.#level!;
				refuseStatement(statement.text.parsed.statement, kind);
				if (savepoints.take(statement.text.parsed.statement, around.transaction)) {
					return undefined;
				}
			} else if (warnings.count > 0 && !statement.text.isDiagnostic) {
				warnings.clear();
			}
			return this.#perform(statement, frame, sink, around, runsWithin);
		};
		return {
			warnings,
			client,
			perform,
			evaluate: (expression, frame, sink) =>
				lastly(() => this.#perform(expression, frame, sink, around, runsWithin), facts.keepCounts()),
			giveWay: () => running.giveWay(),
			handling: (error) => {
				facts.handled = error;
			},
		};
	}

	#perform(
		{ text: given, slots }: BodyStatement,
		frame: ProgramFrame,
		sink: ResultSink,
		around: Execution | undefined,
		tell?: (text: ByteString) => void,
	): MaybePromise<void> {
		const { facts, preparedExecution } = this.#session;
		const { statement } = given.parsed;
		facts.locals = frame;
		frame.statementSlots = slots;
		if (statement.kind === "execute") {
			return preparedExecution.named(statement, (text, parameters, settings) =>
				this.#performText(text, parameters, settings, sink, around),
			);
		}
		tell?.(given.parsed.text);
		const parameters = slots.map((slot) => frame.read(slot));
		return this.#performText(given, parameters, this.#session.settings(), sink, around);
	}

	#performText(
		text: StatementText,
		parameters: readonly TypedValue[],
		settings: SessionSettings,
		sink: ResultSink,
		around: Execution | undefined,
	): MaybePromise<void> {
		if (around === undefined) {
			this.#session.facts.beginStatement(this.#session.warnings);
		}
		const context: StatementContext = {
			session: this.#session,
			text,
			parameters,
			settings,
			sink,
			more: true,
			limit: noLimit,
			earlierWarnings: text.isDiagnostic ? this.#session.warnings.count : 0,
			lastingSettings: undefined,
		};
		return around === undefined ? this.#statements.run(context) : this.#statements.runWithin(context, around);
	}
}

function keyOf({ database, record }: Routine): string {
	return `${record.what} ${database.toLowerCase()}.${record.name.toLowerCase()}`;
}
