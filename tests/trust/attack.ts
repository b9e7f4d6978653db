/**
 * An attack: statements that cost much, or that no one should be allowed, and what must hold meanwhile.
 */
export interface Attack {
	readonly name: string;
	/** Before it, unmeasured. */
	readonly setup?: readonly string[];
	/** By turns, on one connection. `times` of each. */
	readonly statements: readonly string[];
	readonly times?: number;
	/** Connections that send the same at once; 1 unless told otherwise. */
	readonly connections?: number;
	/** It would take minutes: KILL QUERY must end it. */
	readonly isEndless?: boolean;
	/** Expected error codes; 0: an answer. Undefined: any answer or error that is no internal one. */
	readonly codes?: readonly number[];
	/** A value of it has 16 MB or more: the canary may wait for a second. */
	readonly hasHugeValue?: boolean;
	/** Reason why the canary may wait longer, with its bound in milliseconds. */
	readonly slow?: { readonly boundMs: number; readonly why: string };
}

/** The canary's longest wait, in milliseconds. */
const usualBoundMs = 250;
const hugeBoundMs = 1000;

export function boundOf({ hasHugeValue, slow }: Attack): number {
	return slow?.boundMs ?? (hasHugeValue === true ? hugeBoundMs : usualBoundMs);
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
