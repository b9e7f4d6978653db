/**
 * What a statement that failed under a player tells.
 *
 * In: what was thrown. Out: `gone`: the server died; `retried`: it says that nothing happened and to try again; else
 * the sentence of an error that should not have been.
 */

/** A deadlock; others held the lock too long. */
const retried = new Set([1213, 1205]);

type Refusal = { readonly kind: "gone" | "retried" } | { readonly kind: "fault"; readonly sentence: string };

export function readRefusal(failure: unknown): Refusal {
	const { errno, sqlState, message } = failure as { errno?: number; sqlState?: string; message: string };
	if (sqlState === undefined) {
		return { kind: "gone" };
	}
	return retried.has(errno ?? 0) ? { kind: "retried" } : { kind: "fault", sentence: message };
}
