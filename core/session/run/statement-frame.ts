/**
 * Statement frame: makes `Planning` and `Execution` objects of a session, and looks up plans.
 */
import { oldNameAndNew } from "../data-statements/old-name.ts";
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { Providers } from "../../catalog/information-schema/providers.ts";
import type { Schema, Table } from "../../catalog/table.ts";
import { catalogue, SqlError } from "../../errors/catalogue.ts";
import { after, attempt, lastly } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import type { FileAccess } from "../../exec/file-access.ts";
import { SessionScratch } from "../../exec/spill/scratch.ts";
import type { RequiredPrivileges } from "../../plan/tree/required-privileges.ts";
import type { LockingReads, Planning } from "../../plan/tree/planning.ts";
import { OnePiece, PlanningTurns, TurnsNeeded } from "../../plan/tree/planning-turns.ts";
import { planQuery } from "../../plan/query/query.ts";
import { Grammar } from "../../rules/grammar.ts";
import { Listing } from "../../rules/listing.ts";
import { granted } from "../../rules/warned.ts";
import type { ParsedStatement } from "../../sql/parser.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { openMemoryStore } from "../../store/memory/memory.ts";
import { Transaction } from "../../store/transaction/transaction.ts";
import type { TypedValue, Warning } from "../../types/evaluation/evaluation.ts";
import { SessionDependencies } from "../plan-cache/session-dependencies.ts";
import type { SessionContext } from "../api/session-context.ts";
import { decisionNote } from "../decide/decision-note.ts";
import { StatisticEstimates } from "../plan-cache/plan-estimates.ts";
import { toldFirst } from "../locks/missing-table.ts";
import { openedTables } from "../locks/opened-tables.ts";
import type { Server } from "../server/server.ts";
import type { SessionProcess } from "../status/process-entry.ts";
import type { SessionSettings } from "../client/session-settings.ts";
import { checkPlanPrivileges, checkWritten } from "../privileges/plan-privileges.ts";
import { checkNeeds } from "../privileges/check.ts";
import { asksSchema, needsNothing, statementNeeds } from "../privileges/statement-need.ts";
import { computedTableNamed } from "./computed-table.ts";
import { RunningStatement } from "./running-statement.ts";
import type { PlanContext, StatementContext } from "./statement-context.ts";
import type { StatementPlan } from "../data-statements/statement-plan.ts";
import { plannedType } from "../plan-cache/planned-type.ts";
import type { PlanCircumstances, StatementText } from "../plan-cache/statement-text.ts";
import type { WarningList } from "../client/warning-list.ts";
import type { Query } from "../../sql/tree/expression.ts";

interface FrameParts {
	readonly conversation: SessionContext;
	readonly providers: Providers;
	readonly warnings: WarningList;
	readonly process: SessionProcess;
	readonly files: FileAccess;
	/** CLIENT_FOUND_ROWS. */
	readonly foundRows: boolean;
}

export class StatementFrame {
	readonly conversation: SessionContext;
	readonly #parts: FrameParts;
	readonly scratch: SessionScratch;
	readonly #spendInsertId = (): void => this.conversation.variables.assign("insert_id", 0);
	readonly #tracesRules = (): boolean => this.conversation.variables.value("verso_trace_rules") === 1;
	/** Records the session facts that planning reads. */
	readonly #asked: SessionDependencies;

	constructor(parts: FrameParts) {
		const { server, variables } = parts.conversation;
		this.conversation = parts.conversation;
		this.#parts = parts;
		this.#asked = new SessionDependencies(parts.conversation.facts);
		this.scratch = new SessionScratch(server.scratch, () => Number(variables.value("tmp_table_size")));
	}

	/** The same frame over a server with another rule book. */
	under(server: Server): StatementFrame {
		const { conversation } = this;
		const under = new Proxy(conversation, {
			get(target, name) {
				const member: unknown = name === "server" ? server : Reflect.get(target, name, target);
				return typeof member === "function" ? member.bind(target) : member;
			},
		});
		return new StatementFrame({ ...this.#parts, conversation: under });
	}

	readonly #newEstimates = (parameters: readonly TypedValue[]): StatisticEstimates =>
		new StatisticEstimates(this.conversation.server.statistics, () =>
			Object.assign(this.constantExecution(parameters), { warn: () => undefined, record: () => undefined }),
		);

	schemaAt(transaction: Transaction): MaybePromise<Schema> {
		const { server, temporary, isInternal } = this.conversation;
		const schema = server.schemas.at(transaction.snapshot);
		if (schema instanceof Promise || (!isInternal && schema.version > server.rights.schemaVersion)) {
			return this.#schemaWithRights(schema, transaction);
		}
		return temporary.state.size === 0 ? schema : temporary.overlay(schema);
	}

	#schemaWithRights(loading: MaybePromise<Schema>, transaction: Transaction): MaybePromise<Schema> {
		const { server, temporary, isInternal } = this.conversation;
		return after(loading, (schema) =>
			after(isInternal ? undefined : server.rights.upTo(schema, transaction.snapshot), () => temporary.overlay(schema)),
		);
	}

	/** Reads something of the newest schema, outside of a statement. */
	readSchema<T>(read: (schema: Schema, transaction: Transaction) => MaybePromise<T>): MaybePromise<T> {
		const transaction = this.conversation.transaction.reading();
		return lastly(
			() => after(this.schemaAt(transaction), (schema) => read(schema, transaction)),
			() => transaction.rollback(),
		);
	}

	/** `onePiece`: of a statement that can be planned in turns, too. */
	planning(
		schema: Schema,
		parameters: readonly TypedValue[],
		settings = this.conversation.settings(),
		onePiece?: OnePiece,
	): Planning {
		const { facts, server } = this.conversation;
		const planning: Planning = {
			lockingReads: this.#lockingReads(settings),
			schema,
			safeUpdates: settings.safeUpdates,
			autoIsNull: settings.autoIsNull,
			// No spread: it costs V8 2 to 4 us, and this object is made for every statement.
			maximumReadRows: settings.maximumReadRows,
			needsRowEstimates: settings.maximumReadRows !== undefined,
			database: facts.database,
			mode: settings.mode,
			parserMode: settings.parserMode,
			resolution: settings.resolution,
			parameterTypes: parameters.length === 0 ? noTypes : parameters.map(plannedType),
			session: this.#asked,
			planQuery,
			parameters,
			newEstimates: this.#newEstimates,
			admit: this.#admit,
			admitWritten: this.#admitWritten,
			namesPointReads: () => server.book.ask(Listing).namesPointReads(),
			compactsJson: () => server.book.ask(Listing).compactsJson(),
			admitTextFunction: (name, charset) => {
				granted(server.book.ask(Grammar).textFunction(name, charset), { record: this.#record });
			},
			noteOldName: (_call, definition) => {
				this.#parts.warnings.add("Warning", "deprecatedName", oldNameAndNew(definition));
			},
			viewText: (view) => server.settings.ofView(view.record),
			computedTable: this.#computedTableOf,
			takeTurns: (plan) => this.#parts.process.takeTurns(plan),
			onePiece,
			// Set in the plan's own copy: a property more would cost as much as copying all.
			estimates: undefined,
			needs: undefined,
			locksReads: undefined,
			materializesDerived: undefined,
		};
		return planning;
	}

	/** For a warning of a rule that is asked while a statement is planned. */
	readonly #record = (warning: Warning): void => {
		this.#parts.warnings.record(warning);
		if (warning.decision !== undefined && this.conversation.variables.value("verso_trace_rules") === 1) {
			this.#parts.warnings.record(decisionNote(warning.decision));
		}
	};

	/** Throws for COLLATE BINARY where it is no grammar of the release. */
	admitText({ namesBinaryCollation }: ParsedStatement): void {
		if (namesBinaryCollation === true) {
			granted(this.conversation.server.book.ask(Grammar).binaryCollation(), { record: this.#record });
		}
	}

	readonly #admit = (needs: readonly RequiredPrivileges[]): void => {
		const { rights } = this.conversation;
		// A plan that depends on this account's privileges is not shared.
		this.#asked.isAsked = true;
		if (rights !== undefined) {
			checkNeeds(needs, rights);
		}
	};

	readonly #mayKnow = ({ database, name }: Table): boolean =>
		this.conversation.rights?.seesTable(database, name) ?? true;

	readonly #admitWritten = (query: Query, anyWord?: string): void => {
		this.#asked.isAsked = true;
		checkWritten(query, this.conversation.facts.database, this.conversation.rights, anyWord);
	};

	/** Checks the privileges that a definition or a session statement requires. */
	admitStatement(statement: Statement): MaybePromise<void> {
		const { facts, isInternal } = this.conversation;
		if (isInternal || needsNothing(statement.kind)) {
			return;
		}
		const admit = (schema: Schema): void =>
			this.#admit(statementNeeds(statement, { database: facts.database, schema, account: facts.currentUser }));
		return asksSchema(statement.kind) ? this.readSchema(admit) : admit(noSchema);
	}

	#lockingReads({ lockingReads }: SessionSettings): LockingReads {
		const { transaction } = this.conversation;
		if (!transaction.isOpen) {
			return lockingReads;
		}
		const { isolation } = transaction.kind;
		return isolation.startsWith("READ-") ? "never" : isolation === "SERIALIZABLE" ? "always" : "writes";
	}

	readonly #computedTableOf = (database: string, name: string, planning: Planning): ComputedTable | undefined => {
		const found = computedTableNamed(database, name, planning, this.conversation, this.#parts.providers);
		// Its rows depend on the session's visibility: the plan is not shared.
		this.#asked.isAsked ||= found !== undefined;
		return found;
	};

	/** Under LOCK TABLES, throws where the statement uses tables that are not locked. */
	openTables(statement: Statement, schema: Schema): void {
		const { facts, tables } = this.conversation;
		if (tables.isLocking) {
			tables.open(openedTables(statement, facts.database, schema));
		}
	}

	/** The same check for the queries of a statement that is not planned as a whole. */
	openRead(statement: Statement): MaybePromise<void> {
		return this.conversation.tables.isLocking
			? this.readSchema((schema) => this.openTables(statement, schema))
			: undefined;
	}

	/** Runs a statement that `isPlannedInTurns`; what its plan took of memory is given back then. */
	withPlanMemory<T>(run: () => MaybePromise<T>): MaybePromise<T> {
		return this.#parts.process.memory.planning(run);
	}

	/** Returns the cached plan (fast path: without making a `Planning`), or a new one. Throws `TurnsNeeded`. */
	#planAtOnce({ text, parameters, settings }: PlanContext, schema: Schema): StatementPlan {
		const { facts, transaction, rights, tables } = this.conversation;
		const lockingReads = transaction.isOpen ? this.#lockingReads(settings) : settings.lockingReads;
		const kept = text.keptPlan(facts.database, schema, settings, lockingReads, parameters);
		if (kept === undefined) {
			const onePiece = text.isPlannedLate ? undefined : new OnePiece();
			return this.plan(text, this.planning(schema, parameters, settings, onePiece), settings);
		}
		if (kept.admitted !== rights) {
			checkPlanPrivileges(kept, rights);
		}
		if (tables.isLocking) {
			this.openTables(text.parsed.statement, schema);
		}
		return kept;
	}

	/** The same, in turns where the text or its views are long: others are served between them. */
	planOf(context: PlanContext, schema: Schema): MaybePromise<StatementPlan> {
		if (context.text.isPlannedInTurns) {
			return this.#planInTurns(context, schema);
		}
		try {
			return this.#planAtOnce(context, schema);
		} catch (failure) {
			if (failure instanceof TurnsNeeded) {
				return this.withPlanMemory(() => this.#planInTurns(context, schema));
			}
			throw failure;
		}
	}

	#planInTurns({ text, parameters, settings }: PlanContext, schema: Schema): MaybePromise<StatementPlan> {
		const turns = new PlanningTurns(this.#parts.process);
		const planning = { ...this.planning(schema, parameters, settings), turns };
		return after(
			attempt<StatementPlan>(
				() => text.planInTurns(this.#circumstances(planning, settings)),
				(failure) => this.#refused(failure, text, planning),
			),
			(plan) =>
				after(turns.isOver() ? this.#parts.process.letOthers() : undefined, () => this.#admitted(plan, text, planning)),
		);
	}

	/** Returns the plan of a statement, with the given `Planning`. */
	plan(text: StatementText, planning: Planning, settings = this.conversation.settings()): StatementPlan {
		let plan: StatementPlan;
		try {
			plan = text.plan(this.#circumstances(planning, settings));
		} catch (failure) {
			return this.#refused(failure, text, planning);
		}
		return this.#admitted(plan, text, planning);
	}

	#circumstances(planning: Planning, settings: SessionSettings): PlanCircumstances {
		const { conversation, providers } = this.#parts;
		return {
			planning,
			asked: this.#asked,
			settings,
			changes: conversation.variables.changes,
			providers,
			budget: conversation.server.statements.budget,
		};
	}

	/** Throws what matters more than why the statement cannot be planned. */
	#refused(failure: unknown, { parsed }: StatementText, planning: Planning): never {
		if (failure instanceof TurnsNeeded) {
			throw failure;
		}
		checkWritten(parsed.statement, planning.database, this.conversation.rights);
		// Duplicate table names are an error like those of the grammar: found before any table is opened.
		if (!(failure instanceof SqlError) || failure.code !== catalogue.notUniqueTable[0]) {
			this.openTables(parsed.statement, planning.schema);
		}
		throw toldFirst(failure, parsed.statement, planning);
	}

	#admitted(plan: StatementPlan, { parsed }: StatementText, { schema }: Planning): StatementPlan {
		const { rights } = this.conversation;
		if (plan.admitted !== rights) {
			checkPlanPrivileges(plan, rights);
		}
		this.openTables(parsed.statement, schema);
		return plan;
	}

	/** Returns the cached plan of a statement that reads no table. */
	constantPlan({ text, parameters, settings }: StatementContext): StatementPlan | undefined {
		const { facts, rights } = this.conversation;
		const plan = text.constantPlan(facts.database, settings, parameters);
		if (plan !== undefined && plan.admitted !== rights) {
			checkPlanPrivileges(plan, rights);
		}
		return plan;
	}

	/** Returns an `Execution` for a plan that reads no table. */
	constantExecution(
		parameters: readonly TypedValue[],
		settings = this.conversation.settings(),
		plan?: StatementPlan,
	): Execution {
		return this.execution(nothing, noSchema, parameters, plan, settings);
	}

	/** Reads nothing; values that do not fit are errors as in a strict write. */
	strictExecution(): Execution {
		return this.execution(nothing, noSchema, [], { isStrict: true });
	}

	execution(
		transaction: Transaction,
		schema: Schema,
		parameters: readonly TypedValue[],
		plan?: Pick<StatementPlan, "isStrict"> & Partial<Pick<StatementPlan, "isWrite" | "tables">>,
		settings = this.conversation.settings(),
	): Execution {
		const { conversation, warnings, process, files, foundRows } = this.#parts;
		const { server, facts, variables } = conversation;
		return new RunningStatement({
			server,
			transaction,
			schema,
			temporary: conversation.temporary,
			facts,
			warnings,
			process,
			files,
			scratch: this.scratch,
			foundRows,
			parameters,
			settings,
			switches: variables,
			spendInsertId: this.#spendInsertId,
			tracesRules: this.#tracesRules,
			isStrict: plan?.isStrict ?? false,
			isLenient: plan?.isWrite === true && !plan.isStrict,
			mayKnow: this.#mayKnow,
			tables: plan?.tables ?? noTables,
		});
	}

	/** Clears the warnings before a retry, which raises them again. */
	forgetWarnings(): void {
		this.#parts.warnings.forget();
	}
}

/** Empty transaction for statements that read no table; never written to or ended. */
const nothing = new Transaction(openMemoryStore());
const noSchema: Schema = { version: 0, databases: new Map(), references: new Map() };
const noTables: readonly Table[] = [];
const noTypes: Planning["parameterTypes"] = [];
