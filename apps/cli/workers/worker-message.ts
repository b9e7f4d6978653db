/**
 * Messages between the processes of one server, by way of the process that started them.
 *
 *     a worker                         the leader                        every other worker
 *       ask, 7, kill 12      ──────►     ask, 31, kill 12     ──────►      KILL 12, if it is here
 *       answers, 7, [true]   ◄──────     (all, or none in time) ◄──────    answer, 31, true
 *       ready                ──────►     prints the ready line
 *
 * In: nothing. Out: types. Values keep their types on the way (serialization "advanced").
 */
import type { ProcessFacts, SetupChange, SwitchValue, Value } from "../../../core/index.ts";

export type Question =
	| { readonly what: "processes" }
	| { readonly what: "kill"; readonly id: number; readonly kind: "connection" | "query" }
	| { readonly what: "variable"; readonly name: string; readonly value: Value }
	| { readonly what: "switch"; readonly setting: string; readonly value: SwitchValue }
	| { readonly what: "setup"; readonly change: SetupChange };

export type Reply = readonly ProcessFacts[] | boolean;

export type Message =
	| { readonly say: "ready"; readonly line: string }
	| { readonly say: "ask"; readonly number: number; readonly question: Question }
	| { readonly say: "answer"; readonly number: number; readonly reply: Reply }
	| { readonly say: "answers"; readonly number: number; readonly replies: readonly Reply[] };

/** The environment variable that tells a worker its place. */
export const placeVariable = "VERSO_WORKER_PLACE";
