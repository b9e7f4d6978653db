/**
 * Statement context: the facts of a session that one statement needs, made once when it begins and handed down.
 *
 * Nothing in it changes while the statement runs: SET changes the settings of the statements after it.
 */
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { ResultDelivery } from "../api/result-delivery.ts";
import type { SessionSettings } from "../client/session-settings.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";

export interface StatementContext extends ResultDelivery {
	readonly text: StatementText;
	readonly parameters: readonly TypedValue[];
	/** sql_mode, charsets, autocommit, isolation level and limits: one frozen object for sessions with equal values. */
	readonly settings: SessionSettings;
}

/** As much of it as planning takes. */
export type PlanContext = Pick<StatementContext, "text" | "parameters" | "settings">;
