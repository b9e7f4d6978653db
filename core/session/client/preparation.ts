/**
 * Preparation of a statement (COM_STMT_PREPARE): parses it, resolves its result columns, and gives it a number.
 */
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import { longText, type ParsedStatement } from "../../sql/parser.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { PreparedStatement } from "../api/session.ts";
import type { SessionContext } from "../api/session-context.ts";
import { shownText } from "../log/secret-text.ts";
import type { SessionProcess } from "../status/process-entry.ts";
import { parseLong } from "./long-text.ts";
import { wholeOf } from "./whole-text.ts";

interface PreparationParts {
	readonly session: SessionContext;
	readonly process: SessionProcess;
	/** Called with the statement before its columns are resolved. */
	readonly begin: (statement: Statement) => void;
}

/** `readable`: the text in UTF-8; `text`: as sent. */
export function prepareText(
	readable: ByteString,
	text: ByteString,
	parts: PreparationParts,
): MaybePromise<PreparedStatement> {
	const { session, process } = parts;
	if (readable.length <= longText) {
		return prepareParsed(readable, text, parts, (given) => session.parse(given));
	}
	const parsed = parseLong(readable, session.settings().parserMode, session.server.parser, process);
	return after(parsed, (found) => prepareParsed(readable, text, parts, (given) => wholeOf(found, given)));
}

function prepareParsed(
	readable: ByteString,
	text: ByteString,
	{ session, process, begin }: PreparationParts,
	parse: (readable: ByteString) => ParsedStatement,
): MaybePromise<PreparedStatement> {
	const { parserMode, resolution } = session.settings();
	const statement = session.server.statements.toPrepare(readable, parserMode, parse);
	const { parsed } = statement;
	process.begin(shownText(parsed.statement, text, parserMode), "com/Prepare");
	begin(parsed.statement);
	return after(session.columnsOf(statement), (columns) => {
		process.end();
		return {
			id: session.prepared.add({ text: statement, resolution, database: session.facts.database }),
			textCharset: resolution.connectionCharset,
			textCollation: resolution.connectionCollation,
			parameterCount: parsed.parameterCount,
			columns,
			warningCount: session.warnings.count,
		};
	});
}
