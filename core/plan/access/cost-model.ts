/**
 * Cost model: costs of scans, lookups, hash joins and sorts, in units of one scanned row.
 *
 * Measured with rows of 100 bytes (us): a row of a scan 0.05 in a generated loop and 0.3 in general, an index entry
 * 0.1, a row looked up by an entry 1.0 to 1.2, opening a range 1.5, a row by its whole key 1.5, inserting a row into
 * a hash table 0.4, probing it 0.1. The unit is between the two kinds of scan.
 */
export const costs = {
	/** Opening a range. */
	seek: 10,
	/** The next row of a scan or of a primary key range. */
	row: 1,
	/** An entry of a covering index. */
	entry: 0.8,
	/** An entry and the row it refers to. */
	lookedUp: 7,
	/** The same for locking reads, which should touch few rows. */
	locked: 1.5,
	/** Inserting a row into a hash table. */
	kept: 3,
	/** Probing the hash table. */
	probe: 1.5,
	/** Producing a joined row. */
	joined: 0.5,
	/** Sorting a row, times the logarithm of their number. */
	sorted: 0.3,
} as const;

/** Setting up a full table scan. */
const scanSetUp = 20;

export function scanCost(rows: number): number {
	return scanSetUp + rows * costs.row;
}

interface IndexRead {
	readonly ranges: number;
	readonly rows: number;
	readonly way: "rows" | "entries" | "lookups";
	readonly locks: boolean;
}

export function indexCost({ ranges, rows, way, locks }: IndexRead): number {
	const each = way === "rows" ? costs.row : way === "entries" ? costs.entry : locks ? costs.locked : costs.lookedUp;
	return costs.seek * Math.max(ranges, 1) + rows * each;
}

export function sortCost(rows: number): number {
	return rows * costs.sorted * Math.log2(Math.max(rows, 2));
}
