/**
 * DROP TRIGGER, PROCEDURE, FUNCTION and EVENT: always the error, or under IF EXISTS the note, that there is none.
 */
import { type ErrorName, sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { DropProgram } from "../../sql/tree/session.ts";
import { encodeText } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { qualifiedName } from "../named-object.ts";
import { done, type StatementResult } from "../statement-result.ts";

export function dropProgram(
	{ what, name, ifExists }: DropProgram,
	execution: Execution,
	planning: Planning,
): StatementResult {
	const qualified = qualifiedName(name, planning);
	const plain = encodeText(name.name);
	const [error, ...words]: [ErrorName, ...string[]] =
		what === "trigger"
			? ["triggerMissing"]
			: what === "event"
				? ifExists
					? ["programMissing", "Event", plain]
					: ["eventMissing", plain]
				: ["programMissing", what.toUpperCase(), qualified];
	if (!ifExists) {
		throw sqlError(error, ...words);
	}
	execution.warn("Note", error, ...words);
	return done();
}
