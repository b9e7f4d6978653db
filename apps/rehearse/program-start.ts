/**
 * Start of a program: in a transaction of its own where it will fail in its middle, and the store cannot go back to
 * what it met, since other sessions are in transactions.
 */
import type { Stage, StageStatement } from "./stage.ts";
import { runsProgram } from "./statement/kind.ts";

/**
 * To be called before the statement runs. A program that will work runs as it is, with locks for no longer than it has
 * them.
 *
 * @param all - stages on the store
 */
export async function startProgram(
	stage: Stage,
	all: readonly Stage[],
	{ session, text }: StageStatement,
	willFail: () => Promise<boolean> | boolean,
): Promise<void> {
	if (!runsProgram(text)) {
		return;
	}
	const { inTransaction, autocommit } = (await stage.session(session)).session.status();
	if (inTransaction || (autocommit && all.every((each) => each.canGoBack()))) {
		return;
	}
	if (await willFail()) {
		await stage.beginProgram(session);
	}
}
