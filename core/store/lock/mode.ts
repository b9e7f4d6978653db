/**
 * Lock modes and their compatibility.
 *
 * |           | shared | writing | frozen | exclusive |
 * |-----------|--------|---------|--------|-----------|
 * | shared    | yes    | yes     | yes    |           |   a row that must stay; a table that is read
 * | writing   | yes    | yes     |        |           |   a table whose rows are changed
 * | frozen    | yes    |         | yes    |           |   a table closed for changes: LOCK TABLES ... READ
 * | exclusive |        |         |        |           |   a row that is changed; a table that is defined anew
 */
export type LockMode = "shared" | "writing" | "frozen" | "exclusive";

export function conflict(one: LockMode, other: LockMode): boolean {
	if (one === "exclusive" || other === "exclusive") {
		return true;
	}
	return one !== other && one !== "shared" && other !== "shared";
}

/** Whether a holder of `held` needs no further `wanted`. */
export function includes(held: LockMode, wanted: LockMode): boolean {
	return held === wanted || held === "exclusive" || wanted === "shared";
}

/** The weakest mode that covers both requests. */
export function joined(one: LockMode, other: LockMode): LockMode {
	return includes(one, other) ? one : includes(other, one) ? other : "exclusive";
}
