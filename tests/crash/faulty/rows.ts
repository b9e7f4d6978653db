/**
 * Rows of a store to be damaged: the same in every process, some too large for a page.
 */
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";

const count = 3000;

export function rowsWritten(): ReadonlyMap<string, Buffer> {
	return new Map(
		Array.from({ length: count }, (_, at) => [
			`row-${String((at * 7919) % count).padStart(5, "0")}`,
			Buffer.alloc(at % 100 === 0 ? 9000 : 60 + (at % 50), `value ${at} `),
		]),
	);
}

/** Written in several commits, one of which removes rows again, so that there are free pages. */
export async function writeRows(path: string): Promise<void> {
	const store = openLmdbStore({ path });
	const rows = [...rowsWritten()];
	for (let from = 0; from < rows.length; from += 500) {
		const extra = Array.from({ length: 100 }, (_, at) => `row-${String(from + at).padStart(5, "0")}x`);
		await store.commit({
			writes: [
				...rows.slice(from, from + 500).map(([key, value]) => ({ key, value })),
				...extra.map((key) => ({ key, value: Buffer.alloc(80) })),
			],
			conditions: [],
		});
		await store.commit({ writes: extra.map((key) => ({ key, value: null })), conditions: [] });
	}
	await store.close();
}
