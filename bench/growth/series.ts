/**
 * How one cost grows: points for each peer.
 *
 * In: measurements. Out: what the table and the plot of the growth show.
 */
export interface Series {
	readonly name: string;
	/** Unit of a point: `us a row`, `us a query`, `MiB`. */
	readonly unit: string;
	/** The quantity that grows: `rows`, `tables`. */
	readonly across: string;
	/** By peer. */
	readonly points: Map<string, Point[]>;
}

export interface Point {
	readonly at: number;
	readonly cost: number;
}

export function makeSeries(name: string, unit: string, across: string): Series {
	return { name, unit, across, points: new Map() };
}

export function addPoint(series: Series, peer: string, at: number, cost: number | null): void {
	if (cost !== null && cost > 0) {
		series.points.set(peer, [...(series.points.get(peer) ?? []), { at, cost }]);
	}
}

/** Last cost over first: 1 is flat. */
export function growthOf(points: readonly Point[]): number | null {
	const first = points[0];
	const last = points.at(-1);
	return first === undefined || last === undefined || first === last ? null : last.cost / first.cost;
}
