/**
 * How a lock is held, and who gets along with whom.
 *
 * In: modes. Out: whether two holders may have them at once, and the mode that says both. It refuses to know what is
 * locked.
 *
 * |           | shared | writing | frozen | exclusive |
 * |-----------|--------|---------|--------|-----------|
 * | shared    | yes    | yes     | yes    |           |   a row that must stay; a table that is read
 * | writing   | yes    | yes     |        |           |   a table whose rows are changed
 * | frozen    | yes    |         | yes    |           |   a table that nobody may change: LOCK TABLES ... READ
 * | exclusive |        |         |        |           |   a row that is changed; a table that is defined anew
 */
export type LockMode = "shared" | "writing" | "frozen" | "exclusive";

export function conflict(one: LockMode, other: LockMode): boolean {
	if (one === "exclusive" || other === "exclusive") {
		return true;
	}
	return one !== other && one !== "shared" && other !== "shared";
}

/** Who holds `held` needs no `wanted`. */
export function includes(held: LockMode, wanted: LockMode): boolean {
	return held === wanted || held === "exclusive" || wanted === "shared";
}

/** What somebody holds who asks for both. */
export function joined(one: LockMode, other: LockMode): LockMode {
	return includes(one, other) ? one : includes(other, one) ? other : "exclusive";
}
