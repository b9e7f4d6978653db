/**
 * Question of the statement hook about a statement before it runs; throws the rule's refusal, records its warning.
 */
import type { RuleBook } from "../../rules/book.ts";
import { StatementCheck } from "../../rules/statement-check.ts";
import { granted, type WarningSink } from "../../rules/warned.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { SessionContext } from "../api/session-context.ts";
import { decisionNote } from "./decision-note.ts";
import { statementFacts } from "./statement-facts.ts";

type Asker = Pick<SessionContext, "facts" | "variables">;

/** Whether a rule answers the question, so that statements must be checked. */
export function isStatementChecked(book: RuleBook): boolean {
	return book.isAnswered(StatementCheck, "run");
}

export function checkStatement(
	statement: Statement,
	{ facts, variables }: Asker,
	book: RuleBook,
	sink: WarningSink,
): void {
	const found = statementFacts(statement, { account: facts.currentUser, database: facts.database });
	if (found !== undefined) {
		granted(book.ask(StatementCheck).run(found, variables), sink);
	}
}

/** Records warnings that stay when the statement is tried again after a conflict: it is asked about once. */
export function lastingWarnings({ variables, warnings }: Pick<SessionContext, "variables" | "warnings">): WarningSink {
	return {
		record(warning) {
			warnings.recordLasting(warning);
			if (warning.decision !== undefined && variables.value("verso_trace_rules") === 1) {
				warnings.recordLasting(decisionNote(warning.decision));
			}
		},
	};
}
