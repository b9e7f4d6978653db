/**
 * An attack: statements that cost much, or that no one should be allowed, and what must hold meanwhile.
 */
import type { Canary } from "./canary.ts";
import type { TrustedServer } from "./trusted-server.ts";

/** Where an attack that is no list of statements is played. */
export interface Field {
	readonly server: TrustedServer;
	readonly canary: Canary;
	readonly rounds: number;
	readonly seed: number;
	/** By `performance.now()`: rounds begin before. */
	readonly untilMs: number;
	/** Rounds so far; the attack counts. */
	played: number;
	/** Lines for the page. */
	readonly notes: string[];
}

export interface Attack {
	readonly name: string;
	/** Returns sentences about what does not hold. In place of `statements`. */
	readonly run?: (field: Field) => Promise<readonly string[]>;
	/** Of `run`: how often, usually and with `--long`; `isAtOnce`: no sum of shorter runs is as much. */
	readonly rounds?: { readonly usual: number; readonly long: number; readonly isAtOnce?: boolean };
	/** The server tells its heap. */
	readonly isProbed?: boolean;
	/** Before it, unmeasured. */
	readonly setup?: readonly string[];
	/** By turns, on one connection. `times` of each. */
	readonly statements?: readonly string[];
	readonly times?: number;
	/** Connections that send the same at once; 1 unless told otherwise. */
	readonly connections?: number;
	/** It would take minutes: KILL QUERY must end it. */
	readonly isEndless?: boolean;
	/** Expected error codes; 0: an answer. Undefined: any answer or error that is no internal one. */
	readonly codes?: readonly number[];
	/** Peak of the server's memory, if less than usual is enough. */
	readonly mostBytes?: number;
	/** A value of it has 16 MB or more: the canary may wait for a second. */
	readonly hasHugeValue?: boolean;
	/** Reason why the canary may wait longer, with its bound in milliseconds. */
	readonly slow?: { readonly boundMs: number; readonly why: string };
	/** Reason why one question of a hundred may wait longer, with its bound in milliseconds. */
	readonly slowOften?: { readonly boundMs: number; readonly why: string };
}

/** The canary's longest wait, in milliseconds. */
const usualBoundMs = 250;
const hugeBoundMs = 1000;
/** Of 99 of 100 questions. */
const usualOftenMs = 20;

export function boundOf({ hasHugeValue, slow }: Attack): number {
	return slow?.boundMs ?? (hasHugeValue === true ? hugeBoundMs : usualBoundMs);
}

export function oftenBoundOf({ slowOften }: Attack): number {
	return slowOften?.boundMs ?? usualOftenMs;
}

/** The same attack where the machine has other work to do first: waits tell of that. */
export function unhurried(attack: Attack): Attack {
	const slow = { boundMs: Number.POSITIVE_INFINITY, why: "it was played at a low priority" };
	return { ...attack, slow, slowOften: slow };
}

/** Sets up the tables that attacks read: `n` of 40 rows, `m` of 1,000. */
export const common: readonly string[] = [
	"create database trust",
	"use trust",
	"create table n (a int primary key, b int)",
	`insert into n (a) values ${rows(40)}`,
	"create table m (a int primary key)",
	`insert into m values ${rows(1000)}`,
	"create table big (id int auto_increment primary key, v longtext)",
];

function rows(count: number): string {
	return Array.from({ length: count }, (_, at) => `(${at})`).join(", ");
}
