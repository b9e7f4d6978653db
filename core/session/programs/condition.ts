/**
 * Conditions of handlers: which handler of the active blocks takes an error or a warning.
 *
 * The innermost block with a handler decides; within it an error number goes before an SQLSTATE, and that before
 * SQLWARNING, NOT FOUND and SQLEXCEPTION (MySQL 5.7 manual, 13.6.7.6).
 */
import type { SqlError } from "../../errors/catalogue.ts";
import type { Condition } from "../../sql/tree/statement.ts";
import type { Warning } from "../../types/evaluation/evaluation.ts";
import { stateOf } from "../statements/condition.ts";
import type { ActiveBlock, BlockHandler } from "./instruction.ts";

interface Raised {
	readonly code: number;
	readonly state: string;
	/** A warning or note of a statement that succeeded. */
	readonly isWarning: boolean;
}

export interface FoundHandler {
	readonly handler: BlockHandler;
	/** Index of its block. */
	readonly at: number;
}

export function raisedBy(warning: Warning): Raised {
	return { code: warning.code, state: stateOf(warning), isWarning: warning.level === "Warning" };
}

export function raisedError({ code, state }: SqlError): Raised {
	return { code, state, isWarning: false };
}

export function findHandler(raised: Raised, blocks: readonly ActiveBlock[]): FoundHandler | undefined {
	for (let at = blocks.length - 1; at >= 0; at--) {
		let best: { readonly handler: BlockHandler; readonly rank: number } | undefined;
		for (const handler of blocks[at]!.handlers) {
			for (const condition of handler.conditions) {
				const rank = rankOf(condition, raised);
				if (rank > (best?.rank ?? 0)) {
					best = { handler, rank };
				}
			}
		}
		if (best !== undefined) {
			return { handler: best.handler, at };
		}
	}
	return undefined;
}

/** 0: it does not apply. */
function rankOf(condition: Condition, { code, state, isWarning }: Raised): number {
	switch (condition.kind) {
		case "code":
			return condition.code === code ? 3 : 0;
		case "state":
			return condition.state === state ? 2 : 0;
		case "not-found":
			return state.startsWith("02") ? 1 : 0;
		case "warning":
			return (isWarning || state.startsWith("01")) && !state.startsWith("02") ? 1 : 0;
		case "exception":
			return !isWarning && !/^0[012]/.test(state) ? 1 : 0;
	}
}
