/**
 * Schema change log: which tables the newest schema versions changed, so that a loader reads only those.
 *
 *     41 7;42 8 9;43        version 41 changed table 7, 42 changed 8 and 9, 43 changed a database or a view
 */
/** Beyond the greater length the log is cut to the lesser; older schemas are then read as a whole. */
const greatestLength = 1024;
const leastLength = 512;

/** Returns the log with one more change; no ids: anything may have changed. */
export function loggedChange(log: Uint8Array | undefined, version: number, tableIds: readonly number[]): Uint8Array {
	const change = [version, ...tableIds].join(" ");
	const before = log === undefined ? "" : textOf(log);
	const changes = before === "" ? change : `${before};${change}`;
	return Buffer.from(
		changes.length <= greatestLength
			? changes
			: changes.slice(changes.indexOf(";", changes.length - Math.max(leastLength, change.length + 1)) + 1),
		"latin1",
	);
}

/**
 * Returns the tables changed after version `from`, up to `to`; undefined where the log does not reach back, or where
 * anything may have changed.
 */
export function changedTables(log: Uint8Array | undefined, from: number, to: number): ReadonlySet<number> | undefined {
	const ids = new Set<number>();
	const changes = log === undefined ? "" : textOf(log);
	let expected = to;
	// Backwards from the newest, usually the only one wanted.
	for (let end = changes.length; end > 0 && expected > from; ) {
		const start = changes.lastIndexOf(";", end - 1) + 1;
		const [version = 0, ...tableIds] = changes.slice(start, end).split(" ").map(Number);
		end = start - 1;
		if (version > to) {
			continue;
		}
		if (version !== expected || tableIds.length === 0) {
			return undefined;
		}
		expected--;
		for (const id of tableIds) {
			ids.add(id);
		}
	}
	return expected === from ? ids : undefined;
}

function textOf(log: Uint8Array): string {
	return Buffer.from(log.buffer, log.byteOffset, log.byteLength).toString("latin1");
}
