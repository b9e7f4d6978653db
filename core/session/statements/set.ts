/**
 * SET: user, session and global variables; NAMES, CHARACTER SET, PASSWORD.
 *
 * All or nothing: assignments are applied from left to right once all values are evaluated and valid. An unknown
 * variable is reported before any value is evaluated.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import { inTurns, sequentially } from "../../async/sequential.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { SetAssignment, SetStatement } from "../../sql/tree/session.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { charsetNamed, convertText } from "../../types/text/charset.ts";
import { collationNamed, collationOfCharset } from "../../types/collation/collation.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { isCharacterType } from "../../types/value/type.ts";
import { encodeText } from "../../types/value/value.ts";
import { setPassword } from "../account/password-statement.ts";
import type { SessionContext } from "../api/session-context.ts";
import { evaluate, evaluateKept } from "../data-statements/evaluate.ts";

/** Assignment to apply once every value is valid. */
type Effect = () => MaybePromise<void>;

export function set(
	statement: SetStatement,
	conversation: SessionContext,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	for (const assignment of statement.assignments) {
		if (assignment.target === "system") {
			conversation.variables.assertKnown(assignment.name);
		}
	}
	const effects: Effect[] = [];
	const weigh = (assignment: SetAssignment): MaybePromise<void> =>
		after(effectOf(assignment, conversation, execution, planning), (effect) => {
			effects.push(effect);
		});
	return after(inTurns(statement.assignments, execution, weigh), () =>
		after(
			sequentially(effects, (effect) => effect()),
			() => done(),
		),
	);
}

function effectOf(
	assignment: SetAssignment,
	conversation: SessionContext,
	execution: Execution,
	planning: Planning,
): MaybePromise<Effect> {
	const { variables, facts } = conversation;
	switch (assignment.target) {
		case "user":
			return after(
				evaluateKept(assignment.value, planning, execution),
				(value) => () => facts.setUserVariable(assignment.name, value),
			);
		case "system":
			return systemEffect(assignment, conversation, execution, planning);
		case "names":
			return namesEffect(assignment, conversation);
		case "charset": {
			const name = knownCharset(assignment.charset, conversation);
			return () => {
				variables.assign("character_set_client", name);
				variables.assign("character_set_results", name);
				variables.assign("character_set_connection", variables.value("character_set_database"));
				variables.assign("collation_connection", variables.value("collation_database"));
			};
		}
		case "password":
			return () => setPassword(assignment.account, assignment.password, conversation);
	}
}

function systemEffect(
	{ scope, name, value }: Extract<SetAssignment, { target: "system" }>,
	conversation: SessionContext,
	execution: Execution,
	planning: Planning,
): MaybePromise<Effect> {
	const { variables } = conversation;
	const given = value === undefined ? undefined : evaluate(value, planning, execution);
	return after(given, (typed) => {
		const known = typed === undefined ? undefined : readable(typed);
		const assign = variables.assignment(scope, name, known, execution);
		return () => {
			const wasAutocommit = conversation.settings().autocommit;
			if (scope === "session" && /^(tx|transaction)_(isolation|read_only)$/i.test(name)) {
				// Discards the characteristics of SET TRANSACTION for the next transaction.
				conversation.transaction.planNext();
			}
			return after(assign(), () =>
				!wasAutocommit && conversation.settings().autocommit ? commitAtOnce(conversation) : undefined,
			);
		};
	});
}

/** `autocommit` was switched on. Throws 1399 within an XA branch, which XA COMMIT alone commits. */
function commitAtOnce({ transaction, variables }: SessionContext): MaybePromise<void> {
	const { branch } = transaction;
	if (branch !== undefined) {
		variables.assign("autocommit", 0);
		throw sqlError("xaWrongState", branch.state);
	}
	return transaction.commit();
}

/** Decodes words and names as UTF-8, whatever the connection's charset. */
function readable({ type, value }: TypedValue): TypedValue {
	return typeof value === "string" && isCharacterType(type)
		? {
				type: { ...type, charset: "utf8mb4", collation: "utf8mb4_bin" },
				value: convertText(value, type.charset, "utf8mb4"),
			}
		: { type, value };
}

function namesEffect(
	{ charset, collation }: Extract<SetAssignment, { target: "names" }>,
	{ server, variables }: SessionContext,
): Effect {
	const name = knownCharset(charset, { server });
	const chosen = collation === undefined ? collationOfCharset(name) : collationNamed(collation);
	if (chosen === undefined) {
		throw sqlError("unknownCollation", encodeText(collation ?? ""));
	}
	if (chosen.charset !== name) {
		throw sqlError("collationCharsetMismatch", chosen.name, name);
	}
	return () => {
		variables.assign("character_set_client", name);
		variables.assign("character_set_results", name);
		variables.assign("character_set_connection", name);
		variables.assign("collation_connection", chosen.name);
	};
}

/**
 * Returns the charset's canonical name; DEFAULT: the server's. Throws 1115, and 1231 for one that SQL text cannot be
 * sent in.
 */
function knownCharset(written: string | undefined, { server }: Pick<SessionContext, "server">): string {
	const name = written ?? (server.globals.read("character_set_client") as string);
	const charset = charsetNamed(name);
	if (charset === undefined) {
		throw sqlError("unknownCharset", encodeText(name));
	}
	if (charset.minBytes > 1) {
		throw sqlError("wrongValueForVariable", "character_set_client", charset.name);
	}
	return charset.name;
}
