/**
 * A line of the report on real work: what it cost, and what it may cost.
 */
import type { Goal } from "./work.ts";

export interface RealRow {
	readonly name: string;
	/** As text, with units. */
	readonly own: string;
	readonly peer: string;
	/** The figure that the goal bounds: own by the peer's, or own alone. */
	readonly figure: number;
	readonly goal: Goal | null;
	/** Own by the peer's in processes that have just been started, where that isn't the figure. */
	readonly first: number | null;
}

export function isReached({ figure, goal }: RealRow): boolean {
	return goal === null || (goal.by === "share" ? figure >= goal.most : figure <= goal.most);
}
