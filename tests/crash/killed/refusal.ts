/**
 * Classifies the error of a statement: `gone`: the server died; `retried`: nothing was done, try again; else a
 * finding.
 */

/** Deadlock; lock wait timeout. */
const retried = new Set([1213, 1205]);

type Refusal = { readonly kind: "gone" | "retried" } | { readonly kind: "fault"; readonly sentence: string };

export function readRefusal(failure: unknown): Refusal {
	const { errno, sqlState, message } = failure as { errno?: number; sqlState?: string; message: string };
	if (sqlState === undefined) {
		return { kind: "gone" };
	}
	return retried.has(errno ?? 0) ? { kind: "retried" } : { kind: "fault", sentence: message };
}
