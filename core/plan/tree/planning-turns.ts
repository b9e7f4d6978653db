/**
 * Turns of planning: a long statement is planned in pieces, between which others are served.
 *
 * Planning is a recursion that cannot stop halfway. When its turn is over it is left by a `Waiting` and begun again
 * from the beginning (`async/suspension.ts`); what it had made by then is found by its node of the syntax tree. So
 * scopes, captures and collected aggregates are found again as well. Where a node is bound more than once, or its text
 * belongs to several (subqueries, join conditions, views), what is made of it is found `within` its place.
 *
 * A turn is at least as long as the way back to where the last one ended: all turns together take twice the time of
 * one piece at most. 30,000 comparisons had been planned in one piece of 0.7 s.
 */
import { runningMs } from "../../async/clock.ts";
import { sliceMs } from "../../async/event-loop-yield.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { Waiting } from "../../async/suspension.ts";

/** The session's side. */
interface PlannedStatement {
	/** Serves others; fails where the statement is to end. */
	letOthers(): Promise<void>;
	readonly memory: {
		/** Takes memory for so many further parts of the plan; throws 1041. */
		takePlan(parts: number): void;
	};
}

/** A query within a statement weighs as much as so many parts of an expression. */
const partsOfQuery = 8;
/** Parts that memory is taken for at once. */
const partsTaken = 256;

/** Part of a `Planning`. */
interface PlannedInTurns {
	readonly turns?: PlanningTurns | undefined;
	readonly onePiece?: OnePiece | undefined;
	readonly takeTurns?: TakeTurns | undefined;
}

/** Plans something in turns, again from the beginning in each; gives back the memory that it took. */
export type TakeTurns = <T>(plan: (turns: PlanningTurns) => T) => MaybePromise<T>;

/** Bytes of text: less is planned within some milliseconds. */
export const plannedAtOnce = 16_384;

/** Thrown where a statement is to be planned again, in turns. */
export class TurnsNeeded {}

/** Measures planning in one piece: a short statement's views may be long. */
export class OnePiece {
	#bytes = 0;

	get bytes(): number {
		return this.#bytes;
	}

	/** @param bytes - of a view's text. Throws `TurnsNeeded`. */
	takeView(bytes: number): void {
		this.#bytes += bytes;
		if (this.#bytes > plannedAtOnce) {
			throw new TurnsNeeded();
		}
	}
}

/** Returns what is made for a node of the syntax tree, in turns where there are any. */
export function inTurns<T extends object>({ turns }: PlannedInTurns, node: object, make: () => T): T {
	return turns === undefined ? make() : turns.part(node, make);
}

/** The same planning, for a part of which nodes of the syntax tree are bound elsewhere as well. */
export function turnsWithin<P extends PlannedInTurns>(planning: P, place: object): P {
	return planning.turns === undefined ? planning : { ...planning, turns: planning.turns.within(place) };
}

/** For what is planned for another purpose than to be run, or while the statement runs; and a tree that is made anew. */
export function withoutTurns<P extends PlannedInTurns>(planning: P): P {
	return planning.turns === undefined && planning.onePiece === undefined
		? planning
		: { ...planning, turns: undefined, onePiece: undefined };
}

/** The turn at hand, of all parts of a statement. */
interface Turn {
	begunMs: number;
	/** 0: nothing new was made in this turn. */
	endMs: number;
	/** In all turns. */
	parts: number;
}

/** Plans something in turns of its own, for a statement that plans as it runs. */
export function inOwnTurns<P extends PlannedInTurns, T>(planning: P, plan: (planning: P) => T): MaybePromise<T> {
	const { takeTurns } = planning;
	return takeTurns === undefined ? plan(planning) : takeTurns((turns) => plan({ ...planning, turns }));
}

export class PlanningTurns {
	readonly #statement: PlannedStatement;
	readonly #turn: Turn;
	readonly #made = new Map<object, object>();
	readonly #within = new Map<object, PlanningTurns>();

	constructor(statement: PlannedStatement, turn: Turn = { begunMs: runningMs(), endMs: 0, parts: 0 }) {
		this.#statement = statement;
		this.#turn = turn;
	}

	/** Returns the object made for this node of the syntax tree, now or in an earlier turn. Throws `Waiting` after a turn. */
	part<T extends object>(node: object, make: () => T): T {
		const known = this.#made.get(node);
		if (known !== undefined) {
			return known as T;
		}
		const made = make();
		this.#made.set(node, made);
		const turn = this.#turn;
		if (++turn.parts % partsTaken === 0) {
			this.#statement.memory.takePlan(partsTaken);
		}
		if (turn.endMs === 0) {
			// Not before, since parts of this one may have been found.
			const now = runningMs();
			turn.endMs = now + Math.max(sliceMs, now - turn.begunMs);
		} else if (this.isOver()) {
			turn.endMs = 0;
			throw new Waiting(this.#statement.letOthers().then(() => this.#begin()));
		}
		return made;
	}

	/** The turns of one place, apart from those of all others with the same nodes of the syntax tree. */
	within(place: object): PlanningTurns {
		let turns = this.#within.get(place);
		if (turns === undefined) {
			turns = new PlanningTurns(this.#statement, this.#turn);
			this.#within.set(place, turns);
		}
		return turns;
	}

	/** Takes the memory of a query's plan, which is one part. */
	takeQuery(): void {
		this.#statement.memory.takePlan(partsOfQuery);
	}

	/** Whether the turn is over; asked after each new part, and when all is made. */
	isOver(): boolean {
		const { begunMs, endMs } = this.#turn;
		return runningMs() > (endMs === 0 ? begunMs + sliceMs : endMs);
	}

	#begin(): void {
		this.#turn.begunMs = runningMs();
	}
}
