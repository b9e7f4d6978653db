/**
 * Turns of planning: a long statement is planned in pieces, between which others are served.
 *
 * Planning is a recursion that cannot stop halfway. When its turn is over it is left by a `Waiting` and begun again
 * from the beginning (`async/suspension.ts`); what it had made by then is found by its node of the syntax tree. So
 * scopes and collected aggregates are found again as well, and there are no turns where a node is bound more than
 * once, or in a scope that is made anew: in subqueries, views and join conditions.
 *
 * A turn is at least as long as the way back to where the last one ended: all turns together take twice the time of
 * one piece at most. 30,000 comparisons had been planned in one piece of 0.7 s.
 */
import { runningMs } from "../../async/clock.ts";
import { sliceMs } from "../../async/event-loop-yield.ts";
import { Waiting } from "../../async/suspension.ts";

/** The session's side. */
interface PlannedStatement {
	/** Serves others; fails where the statement is to end. */
	giveWay(): Promise<void>;
	/** Takes memory for so many further parts of the plan; throws 1041. */
	takePlan(parts: number): void;
}

/** A query within a statement weighs as much as so many parts of an expression. */
const partsOfQuery = 8;
/** Parts that memory is taken for at once. */
const partsTaken = 256;

/** Part of a `Planning`. */
interface PlannedInTurns {
	readonly turns?: PlanningTurns | undefined;
}

/** Returns what is made for a node of the syntax tree, in turns where there are any. */
export function inTurns<T extends object>({ turns }: PlannedInTurns, node: object, make: () => T): T {
	return turns === undefined ? make() : turns.part(node, make);
}

/** For what is bound more than once, or in a scope that is made anew. */
export function withoutTurns<P extends PlannedInTurns>(planning: P): P {
	return planning.turns === undefined ? planning : { ...planning, turns: undefined };
}

export class PlanningTurns {
	readonly #statement: PlannedStatement;
	readonly #made = new Map<object, object>();
	#begunMs = runningMs();
	/** 0: nothing new was made in this turn. */
	#endMs = 0;

	constructor(statement: PlannedStatement) {
		this.#statement = statement;
	}

	/** Returns the object made for this node of the syntax tree, now or in an earlier turn. Throws `Waiting` after a turn. */
	part<T extends object>(node: object, make: () => T): T {
		const known = this.#made.get(node);
		if (known !== undefined) {
			return known as T;
		}
		const made = make();
		this.#made.set(node, made);
		if (this.#made.size % partsTaken === 0) {
			this.#statement.takePlan(partsTaken);
		}
		if (this.#endMs === 0) {
			// Not before, since parts of this one may have been found.
			const now = runningMs();
			this.#endMs = now + Math.max(sliceMs, now - this.#begunMs);
		} else if (this.isOver()) {
			this.#endMs = 0;
			throw new Waiting(this.#statement.giveWay().then(() => this.#begin()));
		}
		return made;
	}

	/** Takes the memory of a query's plan, which is one part. */
	takeQuery(): void {
		this.#statement.takePlan(partsOfQuery);
	}

	/** Whether the turn is over; asked after each new part, and when all is made. */
	isOver(): boolean {
		return this.#endMs !== 0 && runningMs() > this.#endMs;
	}

	#begin(): void {
		this.#begunMs = runningMs();
	}
}
