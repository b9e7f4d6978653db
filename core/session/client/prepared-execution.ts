/**
 * Execution of prepared statements: in the charsets and the default database that each was prepared in.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { lastly, type MaybePromise } from "../../async/maybe-promise.ts";
import type { ResolutionContext } from "../../functions/definition/function.ts";
import type { Execute } from "../../sql/tree/prepared-statement.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";
import { UsedVariables, usingParameters } from "../statements/using-parameter.ts";
import type { Prepared, PreparedList } from "./prepared-list.ts";
import type { FactsOfSession } from "./session-facts.ts";
import { hasSameCharsets, type SessionSettings } from "./session-settings.ts";

/** The part of a session that prepared statements are kept and run in. */
interface PreparingSession {
	readonly facts: FactsOfSession;
	readonly prepared: PreparedList;
	readonly runsWithin: ((text: ByteString) => void) | undefined;
	settings(): SessionSettings;
}

export class PreparedExecution {
	readonly #session: PreparingSession;
	/** Of the statement that runs, where they are not the session's. */
	charsets: ResolutionContext | undefined;

	constructor(session: PreparingSession) {
		this.#session = session;
	}

	/** EXECUTE: the statement of a name, with user variables as parameters. Throws 1210, 1243. */
	named(
		{ name, using }: Execute,
		run: (text: StatementText, parameters: readonly TypedValue[], settings: SessionSettings) => MaybePromise<void>,
	): MaybePromise<void> {
		const { prepared: list, facts, runsWithin } = this.#session;
		const prepared = list.named(name);
		const { text, resolution } = prepared;
		if (using.length !== text.parsed.parameterCount) {
			throw sqlError("wrongArguments", "EXECUTE");
		}
		runsWithin?.(text.parsed.text);
		const parameters = usingParameters(using, facts, resolution);
		facts.locals = new UsedVariables(using, facts);
		return this.within(prepared, (settings) => run(text, parameters, settings));
	}

	/** `run` receives the settings of the statement. */
	within(
		{ resolution, database }: Prepared,
		run: (settings: SessionSettings) => MaybePromise<void>,
	): MaybePromise<void> {
		const { facts } = this.#session;
		const { charsets } = this;
		const former = facts.database;
		const isElsewhere = database !== null && database !== former;
		let settings = this.#session.settings();
		const isOther = !hasSameCharsets(settings.resolution, resolution);
		if (!isElsewhere && !isOther) {
			return run(settings);
		}
		if (isOther) {
			this.charsets = resolution;
			settings = this.#session.settings();
		}
		if (isElsewhere) {
			facts.database = database;
		}
		return lastly(
			() => run(settings),
			() => {
				this.charsets = charsets;
				if (isElsewhere) {
					facts.database = former;
				}
			},
		);
	}
}
