/**
 * Session variables set by the handshake: charset and collation, and the timeout of an interactive client.
 */
import { collationWithId } from "../../types/collation/collation.ts";
import type { SessionVariables } from "./session-variables.ts";
import type { SessionOptions } from "../api/session.ts";

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
