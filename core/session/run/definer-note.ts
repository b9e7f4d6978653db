/**
 * Note 1449 for a definition whose DEFINER is no account: it is made, and fails when it is used until there is one.
 */
import type { Statement } from "../../sql/tree/statement.ts";
import { encodeText } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";

const kinds = new Set(["create-program", "create-event", "alter-event", "create-view"]);

export function noteUnknownDefiner(statement: Statement, { server, warnings }: SessionContext): void {
	if (!kinds.has(statement.kind)) {
		return;
	}
	const { definer } = statement as Extract<Statement, { readonly kind: "create-view" }>;
	if (definer === undefined || definer.current === true) {
		return;
	}
	if (server.rights.account(definer.user, definer.host) === undefined) {
		warnings.add("Note", "noSuchUser", [encodeText(definer.user), encodeText(definer.host)]);
	}
}
