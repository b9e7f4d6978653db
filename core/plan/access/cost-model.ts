/**
 * What ways to rows cost, in units of a row that a scan passes by.
 *
 * In: counts. Out: costs. It refuses to know plans.
 *
 * Measured with rows of 100 bytes (us): a row of a scan 0.05 in a generated loop and 0.3 in general, an entry of an
 * index 0.1, a row looked up by an entry 1.0 to 1.2, a range begun 1.5, a row by its whole key 1.5, a row put into a
 * hash table 0.4, looked up there 0.1. The unit is between the two kinds of scan.
 */
export const costs = {
	/** A range is sought. */
	seek: 10,
	/** A row that lies beside the one before it: of a scan, or of a range of the primary key. */
	row: 1,
	/** An entry that holds all that is wanted. */
	entry: 0.8,
	/** An entry, and the row it leads to. */
	lookedUp: 7,
	/** The same where rows that are read are locked: the fewer the better. */
	locked: 1.5,
	/** A row is put into a hash table. */
	kept: 3,
	/** A row finds its partners there. */
	probe: 1.5,
	/** A row of a join is made. */
	joined: 0.5,
	/** A row is sorted; times the logarithm of their number. */
	sorted: 0.3,
} as const;

/** What reading a table to its end costs before the first row. */
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
