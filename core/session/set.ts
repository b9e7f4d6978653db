/**
 * SET: variables of the user, the session and the server; NAMES, CHARACTER SET, PASSWORD.
 *
 * In: assignments. Out: they are done from left to right, and those before a wrong one stay done. It refuses to know which
 * variables there are.
 */
import { sqlError } from "../errors.ts";
import { after } from "../exec/answer.ts";
import type { Execution } from "../exec/execution.ts";
import { inTurn } from "../exec/in-turn.ts";
import { done, type StatementOutcome } from "../exec/outcome.ts";
import type { Planning } from "../plan/planning.ts";
import type { SetAssignment, SetStatement } from "../sql/tree/session.ts";
import type { Answer } from "../store/store.ts";
import { charsetNamed } from "../types/charset.ts";
import { collationNamed, defaultCollation } from "../types/collation.ts";
import { encodeText } from "../types/value.ts";
import { setPassword } from "./account/password-statement.ts";
import type { Conversation } from "./conversation.ts";
import { evaluate } from "./evaluate.ts";

export function set(statement: SetStatement, conversation: Conversation, execution: Execution, planning: Planning): Answer<StatementOutcome> {
	return after(
		inTurn(statement.assignments, (assignment) => assign(assignment, conversation, execution, planning)),
		() => done(),
	);
}

function assign(assignment: SetAssignment, conversation: Conversation, execution: Execution, planning: Planning): Answer<void> {
	const { variables, facts } = conversation;
	switch (assignment.target) {
		case "user":
			return after(evaluate(assignment.value, planning, execution), (value) => facts.setUserVariable(assignment.name, value));
		case "system":
			return setSystem(assignment, conversation, execution, planning);
		case "names":
			setNames(assignment, conversation);
			return;
		case "charset": {
			const name = knownCharset(assignment.charset, conversation);
			variables.assign("character_set_client", name);
			variables.assign("character_set_results", name);
			variables.assign("character_set_connection", variables.value("character_set_database"));
			variables.assign("collation_connection", variables.value("collation_database"));
			return;
		}
		case "password":
			return setPassword(assignment.account, assignment.password, conversation);
	}
}

function setSystem(
	{ scope, name, value }: Extract<SetAssignment, { target: "system" }>,
	conversation: Conversation,
	execution: Execution,
	planning: Planning,
): Answer<void> {
	const { variables } = conversation;
	const wasAutocommit = conversation.settings().autocommit;
	if (scope === "session" && /^(tx|transaction)_(isolation|read_only)$/i.test(name)) {
		// What SET TRANSACTION said of the next transaction gives way.
		conversation.planTransaction({});
	}
	const given = value === undefined ? undefined : evaluate(value, planning, execution);
	return after(
		after(given, (known) => variables.set(scope, name, known, (level, error, ...words) => execution.warn(level, error, ...words))),
		() => (!wasAutocommit && conversation.settings().autocommit ? conversation.transaction.commit() : undefined),
	);
}

function setNames({ charset, collation }: Extract<SetAssignment, { target: "names" }>, conversation: Conversation): void {
	const { variables } = conversation;
	const name = knownCharset(charset, conversation);
	const chosen = collation === undefined ? defaultCollation(name) : collationNamed(collation);
	if (chosen === undefined) {
		throw sqlError("unknownCollation", encodeText(collation ?? ""));
	}
	if (chosen.charset !== name) {
		throw sqlError("collationCharsetMismatch", chosen.name, name);
	}
	variables.assign("character_set_client", name);
	variables.assign("character_set_results", name);
	variables.assign("character_set_connection", name);
	variables.assign("collation_connection", chosen.name);
}

/** The charset's own name; DEFAULT is the server's. Throws 1115 and, for what can't be read as SQL, 1231. */
function knownCharset(written: string | undefined, { server }: Conversation): string {
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
