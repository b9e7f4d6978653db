/**
 * Session variables set by the handshake: charset and collation, and the timeout of an interactive client.
 */
import type { Variables } from "../../rules/variables.ts";
import { granted } from "../../rules/warned.ts";
import { type Collation, collationWithId } from "../../types/collation/collation.ts";
import { readableCollation } from "../variables/character-set.ts";
import type { SessionVariables } from "./session-variables.ts";
import type { SessionOptions } from "../api/session.ts";

/** Returns the collation that a handshake names; undefined: the server's. Throws 1231, and what the rules refuse. */
export function handshakeCollation(id: number | undefined, questions: Variables): Collation | undefined {
	const collation = id === undefined ? undefined : collationWithId(id);
	if (id !== undefined && collation === undefined) {
		// There is no statement yet that a warning could be of.
		granted(questions.refuseCollationId(id), { record: () => {} });
	}
	return collation && readableCollation(collation);
}

export function takeInitialVariables(variables: SessionVariables, { collationId, interactive }: SessionOptions): void {
	const collation = collationId === undefined ? undefined : collationWithId(collationId);
	if (collation !== undefined) {
		for (const name of ["character_set_client", "character_set_connection", "character_set_results"]) {
			variables.assign(name, collation.charset);
		}
		variables.assign("collation_connection", collation.name);
	}
	if (interactive === true) {
		variables.assign("wait_timeout", variables.value("interactive_timeout"));
	}
}
