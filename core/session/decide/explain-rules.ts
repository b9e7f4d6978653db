/**
 * EXPLAIN RULES: lists the questions that a statement would put to the rules, with answers and their rules.
 *
 * Nothing is written. A query is only planned, since its rows involve no rules; a statement that writes runs with
 * traced rules in a transaction that is rolled back, with reserved ids that are returned, and stops before it would
 * copy a table. A refusal is an answer like others; a failure that no rule decided is thrown.
 */
import { fold } from "../../catalog/identifier.ts";
import { loadTable } from "../../catalog/schema/loaded-table.ts";
import type { Table } from "../../catalog/table.ts";
import { SqlError, sqlError } from "../../errors/catalogue.ts";
import { after, attempt, lastly } from "../../async/maybe-promise.ts";
import { DryRunIds } from "../../exec/auto-increment/dry-run.ts";
import type { Execution, TemporaryTables } from "../../exec/execution.ts";
import { BarrierNeeded } from "../../exec/write/ddl-write-barrier.ts";
import { answeredRows, type StatementResult } from "../../exec/statement-result.ts";
import { schemaQuestions } from "../../exec/ddl/schema-questions.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { factNames } from "../../rules/fact-name.ts";
import { type AskedQuestion, RuleTrace } from "../../rules/trace.ts";
import type { Statement, ExplainRules } from "../../sql/tree/statement.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { SessionFacts, TypedValue } from "../../types/evaluation/evaluation.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { isDefinitionKind } from "../kinds/definition-kind.ts";
import { runDefinition } from "../statements/definition-statement.ts";
import { eachNamedTable } from "../locks/named-tables.ts";
import { checkStatement, isStatementChecked } from "./statement-question.ts";
import { explainReleases } from "./explain-releases.ts";
import { isNews } from "./question-news.ts";
import { ruleColumns } from "./rule-columns.ts";
import { printAnswer, printFacts } from "./question-text.ts";
import type { StatementFrame } from "../run/statement-frame.ts";
import { isDataKind } from "../kinds/data-kind.ts";
import { StatementText } from "../plan-cache/statement-text.ts";

export function explainRules(
	text: StatementText,
	parameters: readonly TypedValue[],
	frame: StatementFrame,
): MaybePromise<StatementResult> {
	const { statement, releases } = text.parsed.statement as ExplainRules;
	if (["execute", "explain-rules", "explain"].includes(statement.kind)) {
		throw sqlError("notSupportedYet", "EXPLAIN RULES of this statement");
	}
	if (releases === undefined) {
		const { release } = frame.conversation.server;
		return after(questionsOf(statement, text, parameters, frame, release), (rows) => answeredRows(ruleColumns, rows));
	}
	return explainReleases(releases, frame, (under) => questionsOf(statement, text, parameters, under, ""));
}

/** Rows in the order of `ruleColumns`. `release`: left out of the facts. */
function questionsOf(
	statement: Statement,
	text: StatementText,
	parameters: readonly TypedValue[],
	frame: StatementFrame,
	release: string,
): MaybePromise<readonly Row[]> {
	const { transaction, end } = borrowedTransaction(statement, frame);
	const trace = new RuleTrace();
	const run = (): MaybePromise<void> =>
		after(frame.schemaAt(transaction), (schema) => {
			const planning = frame.planning(schema, parameters);
			askOfLoading(statement, planning, trace, frame);
			const execution = (isStrict: boolean): Execution =>
				watched(frame.execution(transaction, schema, parameters, { isStrict }), trace);
			const book = frame.conversation.server.book;
			if (isStatementChecked(book)) {
				checkStatement(statement, frame.conversation, book.observed(trace), { record: () => undefined });
			}
			return ask(new StatementText({ ...text.parsed, statement }), execution, planning, frame);
		});
	return lastly(
		() =>
			after(
				attempt(run, (failure) => forgive(failure, trace)),
				() => rowsOf(trace.asked, release),
			),
		() => {
			frame.forgetWarnings();
			end();
		},
	);
}

/** Uses the open transaction to read and write rows; definitions would have committed it. */
function borrowedTransaction(
	{ kind }: Statement,
	{ conversation }: StatementFrame,
): { transaction: Transaction; end: () => void } {
	const state = conversation.transaction;
	if (!state.isOpen || !isDataKind(kind)) {
		const transaction = state.single();
		return { transaction, end: () => transaction.rollback() };
	}
	const transaction = state.forStatement(false);
	const savepoint = transaction.savepoint();
	return { transaction, end: () => transaction.rollbackTo(savepoint) };
}

/** Runs or plans the statement; other kinds involve no rules. */
function ask(
	text: StatementText,
	execution: (isStrict: boolean) => Execution,
	planning: Planning,
	frame: StatementFrame,
): MaybePromise<void> {
	const { statement } = text.parsed;
	if (isDefinitionKind(statement.kind)) {
		const definition = statement as Parameters<typeof runDefinition>[0];
		return after(runDefinition(definition, execution(true), planning), () => undefined);
	}
	if (isDataKind(statement.kind)) {
		const plan = frame.plan(text, planning);
		const needsRun = plan.isWrite || statement.kind === "show" || statement.kind === "describe";
		return needsRun
			? after(plan.run(execution(plan.isStrict)), (outcome) =>
					outcome.kind === "rows" ? outcome.source.close() : undefined,
				)
			: undefined;
	}
}

/** Returns the execution with traced rules and without side effects on the session. */
function watched(execution: Execution, trace: RuleTrace): Execution {
	return Object.assign(execution, {
		book: execution.book.observed(trace),
		autoIncrement: new DryRunIds(execution.autoIncrement),
		session: unchanged(execution.session),
		temporary: nowhere,
	});
}

/** Discards temporary tables. */
const nowhere: TemporaryTables = { takeId: () => 0, put: () => undefined, remove: () => undefined };

/** Read-only copy of the session's facts. */
function unchanged(facts: SessionFacts): SessionFacts {
	return new Proxy(facts, {
		get(target, name) {
			const member: unknown = Reflect.get(target, name, target);
			return name === "setUserVariable" ? () => undefined : typeof member === "function" ? member.bind(target) : member;
		},
		set: () => true,
	});
}

/** Swallows a rule's refusal, which is among the answers, and the stop before a table copy. */
function forgive(failure: unknown, trace: RuleTrace): void {
	const isDecided =
		failure instanceof SqlError &&
		(failure.decision !== undefined || trace.asked.some(({ answer }) => answer === failure));
	if (!isDecided && !(failure instanceof BarrierNeeded)) {
		throw failure;
	}
}

/** Loads the tables again with traced rules, since the cached schema was loaded before. */
function askOfLoading(
	statement: Statement,
	planning: Planning,
	trace: RuleTrace,
	{ conversation: { server } }: StatementFrame,
): void {
	const questions = schemaQuestions(server.book.observed(trace), server.switches);
	for (const { record, database } of namedTables(statement, planning)) {
		loadTable(record, database, questions);
	}
}

function namedTables(statement: Statement, planning: Planning): ReadonlySet<Table> {
	const found = new Set<Table>();
	eachNamedTable(statement, ({ database, name }) => {
		const table = planning.schema.databases.get(fold(database ?? planning.database ?? ""))?.tables.get(fold(name));
		if (table !== undefined) {
			found.add(table);
		}
	});
	return found;
}

/** Lists each question with the same answer once. */
function rowsOf(asked: readonly AskedQuestion[], release: string): readonly Row[] {
	const rows = new Map<string, Row>();
	for (const { decision, passedOn, facts, depth, answer } of asked.filter(isNews)) {
		const { hook, question, rule, origin, since } = decision;
		const words = [
			hook,
			`${"  ".repeat(depth)}${question}`,
			printAnswer(answer),
			rule,
			origin,
			since,
			printFacts(facts, release, factNames(hook, question)),
			passedOn.length === 0 ? null : passedOn.map((by) => `${by.rule} (${by.origin})`).join(", "),
		];
		const key = JSON.stringify(words);
		if (!rows.has(key)) {
			rows.set(
				key,
				words.map((word) => (word === null ? null : encodeText(word))),
			);
		}
	}
	return [...rows.values()];
}
