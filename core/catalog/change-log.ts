/**
 * Which tables the last changes of the schema were about, so that whoever has the schema from before reads only
 * those.
 *
 * In: a schema version and the ids of tables. Out: bytes with the newest changes, and from them what lies between two
 * versions.
 *
 *     41 7;42 8 9;43        version 41 changed table 7, 42 changed 8 and 9, 43 changed a database or a view
 */
/** Past the greater length it is cut to the lesser: what is older than that is read as a whole. */
const greatestLength = 1024;
const leastLength = 512;

/** The log with one more change; no ids: it can be about anything. */
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
 * The tables that changed after version `from` and up to `to`; undefined where the log doesn't reach back, or where
 * more changed.
 */
export function changedTables(log: Uint8Array | undefined, from: number, to: number): ReadonlySet<number> | undefined {
	const ids = new Set<number>();
	const changes = log === undefined ? "" : textOf(log);
	let expected = to;
	// From the newest one back, since mostly it is the only one that is wanted.
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
