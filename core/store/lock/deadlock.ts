/**
 * Deadlock detection: a search of the wait-for graph for a cycle when a wait begins.
 *
 * The victim is the transaction that holds least, the newest among equals. Only a new wait can close a cycle.
 */
import { nowMs } from "../../async/timers.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { Agent, LockPlace, Wait } from "./agent.ts";

interface DeadlockedWait {
	readonly connectionId: number;
	readonly transactionId: number;
	readonly sinceMs: number;
	readonly statement: ByteString | null;
	readonly about: string;
	readonly place?: LockPlace;
	readonly weight: number;
	readonly isVictim: boolean;
}

/** The latest deadlock, for SHOW ENGINE INNODB STATUS. */
export interface Deadlock {
	readonly atMs: number;
	readonly waits: readonly DeadlockedWait[];
}

/** Ends waits until the given one is in no cycle; returns the last cycle. */
export function breakCircles(begun: Wait): Deadlock | undefined {
	let deadlock: Deadlock | undefined;
	for (;;) {
		const circle = begun.holding.agent.waiting === begun ? circleFrom(begun) : undefined;
		if (circle === undefined) {
			return deadlock;
		}
		const victim = circle.reduce((least, wait) => (wait.holding.weight < least.holding.weight ? wait : least));
		deadlock = {
			atMs: nowMs(),
			waits: circle.map((wait) => told(wait, wait === victim)),
		};
		victim.sacrifice();
	}
}

function told({ holding, about, place }: Wait, isVictim: boolean): DeadlockedWait {
	const { agent, id, sinceMs, weight } = holding;
	return {
		connectionId: agent.id,
		transactionId: id,
		sinceMs,
		statement: agent.statement(),
		about,
		weight,
		isVictim,
		...(place && { place }),
	};
}

/** The waits of a cycle, beginning with the given one. */
function circleFrom(begun: Wait): readonly Wait[] | undefined {
	const seen = new Set<Agent>();
	const path: Wait[] = [];
	const visit = (wait: Wait): boolean => {
		path.push(wait);
		for (const { agent, isEnding, isKept } of wait.blockers()) {
			if (isEnding || isKept) {
				// A wait outside of the cycle.
				continue;
			}
			if (agent === begun.holding.agent) {
				return true;
			}
			if (!seen.has(agent)) {
				seen.add(agent);
				if (agent.waiting !== undefined && visit(agent.waiting)) {
					return true;
				}
			}
		}
		path.pop();
		return false;
	};
	return visit(begun) ? path : undefined;
}
