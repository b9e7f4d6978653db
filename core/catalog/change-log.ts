/**
 * Which tables the last changes of the schema were about, so that whoever has the schema from before reads only those.
 *
 * In: a schema version and the ids of tables. Out: bytes with the newest changes, and from them what lies between two versions.
 *
 *     41 7;42 8 9;43        version 41 changed table 7, 42 changed 8 and 9, 43 changed a database or a view
 */
const keptChanges = 64;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The log with one more change; no ids: it can be about anything. */
export function loggedChange(log: Uint8Array | undefined, version: number, tableIds: readonly number[]): Uint8Array {
	const changes = log === undefined ? [] : decoder.decode(log).split(";");
	changes.push([version, ...tableIds].join(" "));
	return encoder.encode(changes.slice(-keptChanges).join(";"));
}

/** The tables that changed after version `from` and up to `to`; undefined where the log doesn't reach back, or where more changed. */
export function changedTables(log: Uint8Array | undefined, from: number, to: number): ReadonlySet<number> | undefined {
	const ids = new Set<number>();
	let expected = from + 1;
	for (const change of log === undefined ? [] : decoder.decode(log).split(";")) {
		const [version = 0, ...tableIds] = change.split(" ").map(Number);
		if (version <= from || version > to) {
			continue;
		}
		if (version !== expected || tableIds.length === 0) {
			return undefined;
		}
		expected++;
		for (const id of tableIds) {
			ids.add(id);
		}
	}
	return expected === to + 1 ? ids : undefined;
}
