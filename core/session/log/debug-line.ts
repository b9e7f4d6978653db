/**
 * Debug lines of statements: time and rows of each, and the rule that decided an error.
 *
 * The text is the redacted one (`secret-text.ts`). Messages of errors are left out, since a syntax error quotes the
 * text near it, which may hold a password.
 */
import type { SqlError } from "../../errors/catalogue.ts";
import { cutBytes } from "../../types/text/characters.ts";
import { type ByteString, decodeText } from "../../types/value/value.ts";
import type { DebugLine } from "./log.ts";

interface StatementFacts {
	readonly connection: number;
	readonly elapsedMs: number;
	/** Rows changed or sent. */
	readonly rows: number;
	readonly examined: number;
	/** Undefined: a syntax error. */
	readonly text: ByteString | undefined;
	readonly error: SqlError | undefined;
}

/** Longer texts are truncated. */
const longestText = 1000;

/** Writes the line of a statement that has ended, and one for the rule that decided its error. */
export function debugStatement(
	{ connection, elapsedMs, rows, examined, text, error }: StatementFacts,
	debug: DebugLine,
): void {
	const failed = error === undefined ? {} : { error: error.code };
	const statement = text === undefined ? {} : { statement: decodeText(cutBytes(text, "utf8mb4", longestText)) };
	debug(
		{ connection, elapsedMs: Math.round(elapsedMs * 1000) / 1000, rows, examined, ...failed, ...statement },
		"statement",
	);
	if (error?.decision !== undefined) {
		debug({ connection, error: error.code, ...error.decision }, "rule decision");
	}
}
