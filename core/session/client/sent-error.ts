/**
 * Error as it is sent: bytes of its message that are no text are escaped, except as measured.
 */
import type { SqlError } from "../../errors/catalogue.ts";
import type { SessionFacts } from "../../types/evaluation/evaluation.ts";
import { escapeInvalid } from "../../types/text/utf8.ts";

export function sentError(error: SqlError, { bytesAreText }: Pick<SessionFacts, "bytesAreText">): SqlError {
	const bytes = bytesAreText === true ? error.bytes : escapeInvalid(error.bytes);
	return bytes === error.bytes ? error : error.withMessage(bytes);
}
