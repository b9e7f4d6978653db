/**
 * Run of a client's text that has no fingerprint: parses its statements one after another, each when it is to run.
 */
import { copiedText } from "../../types/text/own-part.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import { refuseParameters, syntaxError } from "../../sql/parse/index.ts";
import { type FirstStatement, longText } from "../../sql/parser.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { ResultSink } from "../api/result.ts";
import { deliver } from "../api/result-delivery.ts";
import type { Session } from "../api/session.ts";
import type { SessionContext } from "../api/session-context.ts";
import { noLimit } from "../kinds/statement-of.ts";
import { StatementText } from "../plan-cache/statement-text.ts";
import type { SessionProcess } from "../status/process-entry.ts";
import { outcomeWithoutStatement } from "./empty-text.ts";
import { parseLong } from "./long-text.ts";
import type { SessionSettings } from "./session-settings.ts";
import type { SessionTurn } from "./session-turn.ts";

interface TextRunParts {
	readonly session: SessionContext & Pick<Session, "multiStatements">;
	readonly process: SessionProcess;
	readonly turn: SessionTurn;
	/** Runs one statement; `more`: others follow. */
	perform(statement: StatementText, settings: SessionSettings, sink: ResultSink, more: boolean): MaybePromise<void>;
	/** Runs the text after a statement. */
	proceed(text: ByteString, settings: SessionSettings, sink: ResultSink): MaybePromise<void>;
}

export class TextRun {
	readonly #parts: TextRunParts;

	constructor(parts: TextRunParts) {
		this.#parts = parts;
	}

	/** `text`: in UTF-8. */
	run(text: ByteString, settings: SessionSettings, sink: ResultSink): MaybePromise<void> {
		const { session, process, perform } = this.#parts;
		const { statements, parser } = session.server;
		const { parserMode } = settings;
		const known = statements.texts.find(text, parserMode);
		if (known !== undefined) {
			return perform(known, settings, sink, false);
		}
		if (text.length <= longText) {
			return this.#runFirst(parser.parseFirst(text, parserMode), text, settings, sink);
		}
		return after(parseLong(text, parserMode, parser, process), (found) => this.#runFirst(found, text, settings, sink));
	}

	#runFirst(
		{ first, rest }: FirstStatement,
		text: ByteString,
		settings: SessionSettings,
		sink: ResultSink,
	): MaybePromise<void> {
		const { session, perform } = this.#parts;
		const { parserMode } = settings;
		if (first === undefined) {
			const delivery = { session, sink, limit: noLimit, more: false, earlierWarnings: 0 };
			return deliver(outcomeWithoutStatement(text), { ...delivery, lastingSettings: settings });
		}
		const hasMore = rest < text.length;
		if (hasMore && !session.multiStatements) {
			throw syntaxError(text, 0, rest);
		}
		refuseParameters(first, parserMode);
		const statement = hasMore
			? new StatementText(first)
			: session.server.statements.texts.keep(text, parserMode, new StatementText(first));
		const ran = perform(statement, settings, sink, hasMore);
		return hasMore ? after(ran, () => this.#runRest(restOf(text, rest), sink)) : ran;
	}

	#runRest(text: ByteString, sink: ResultSink): MaybePromise<void> {
		const { session, process, turn, proceed } = this.#parts;
		return after(turn.next(), () => {
			process.throwIfKilled();
			return proceed(text, session.settings(), sink);
		});
	}
}

/**
 * The rest of a text of several statements. Each time that half of it is left it is copied, since the last statement
 * may be kept, and would keep all of them.
 */
function restOf(text: ByteString, from: number): ByteString {
	const rest = text.slice(from);
	return Math.clz32(rest.length) > Math.clz32(text.length) ? copiedText(rest) : rest;
}
