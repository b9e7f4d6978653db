/**
 * Options of `open`, and the sentences that refuse wrong ones.
 */
import { didYouMean, type SwitchValue } from "../../core/index.ts";
import type { TestedPlugin } from "../testing/tested-plugin.ts";
import { isBytes } from "./saved-bytes.ts";
import { Snapshot } from "./snapshot.ts";

/** A statement that has ended. */
export interface StatementEvent {
	/** Without passwords; undefined: a syntax error. */
	readonly statement: string | undefined;
	readonly connection: number;
	readonly elapsedMs: number;
	/** Rows sent or changed. */
	readonly rows: number;
	/** Rows that were looked at. */
	readonly examined: number;
	/** The number of its error: 1146. */
	readonly error: number | undefined;
}

/** The rules of a database. */
export interface RuleOptions {
	/** The release: `2.1.3`. Default: the newest. */
	readonly version?: string;
	/** As its documentation says, or as its servers were measured. Default: documented. */
	readonly as?: "documented" | "measured";
	/** `insert-check=2.0` */
	readonly mixes?: readonly string[];
	readonly quirks?: readonly string[];
	/** Functions, pages, or files and packages with their options. */
	readonly plugins?: readonly (TestedPlugin | string)[];
}

/** Options of a fork: its rules, its clock, its chance, its log. */
export interface ForkOptions extends RuleOptions {
	/** The time of NOW() and of all that follows it. */
	readonly now?: () => Date | number;
	/** Decides RAND(), UUID(), UUID_SHORT() and RANDOM_BYTES(): a whole number. Default: chance. */
	readonly seed?: number;
	/** Called after each statement. */
	readonly log?: (event: StatementEvent) => void;
}

export interface OpenOptions extends ForkOptions {
	/** A data directory to work in: it is made if it is not there. A second open of it shares it. */
	readonly dataDir?: string;
	/** A data directory, saved bytes or a snapshot to begin with, which is read and never written. */
	readonly from?: string | Uint8Array | Snapshot;
	/** The default database, which is made if it is not there. Default: `test`. */
	readonly database?: string;
	/** Global system variables. */
	readonly variables?: Readonly<Record<string, string | number | boolean>>;
	/** Switches of rules, by setting or name. */
	readonly switches?: Readonly<Record<string, SwitchValue>>;
}

export interface ListenOptions {
	/** Default: 0, which takes a free one. */
	readonly port?: number;
	/** Default: `127.0.0.1`. */
	readonly host?: string;
	/** Path of a Unix socket, besides. */
	readonly socket?: string;
	/** False: the process may end while it listens. */
	readonly keepsProcess?: boolean;
}

type Check = readonly [wanted: string, isRight: (value: unknown) => boolean];

const text: Check = ["a string", (value) => typeof value === "string" && value !== ""];
const texts: Check = ["a list of strings", (value) => Array.isArray(value) && value.every((each) => text[1](each))];
const whole: Check = ["a whole number", Number.isSafeInteger];
const call: Check = ["a function", (value) => typeof value === "function"];
const record: Check = [
	"an object of names and values",
	(value) => typeof value === "object" && value !== null && !Array.isArray(value),
];

const ruleChecks: Readonly<Record<keyof RuleOptions, Check>> = {
	version: text,
	as: ["documented or measured", (value) => value === "documented" || value === "measured"],
	mixes: texts,
	quirks: texts,
	plugins: [
		"a list of functions, pages, files and packages",
		(value) => Array.isArray(value) && value.every((each) => ["function", "object", "string"].includes(typeof each)),
	],
};
const forkChecks: Readonly<Record<keyof ForkOptions, Check>> = { ...ruleChecks, now: call, seed: whole, log: call };
const openChecks: Readonly<Record<keyof OpenOptions, Check>> = {
	...forkChecks,
	dataDir: text,
	from: [
		"a directory, saved bytes or a snapshot",
		(value) => text[1](value) || value instanceof Snapshot || isBytes(value),
	],
	database: text,
	variables: record,
	switches: record,
};

/** @throws TypeError with a sentence */
export function checkOpenOptions(options: OpenOptions): void {
	check("open()", options, openChecks);
	if (options.dataDir !== undefined && options.from !== undefined) {
		throw new TypeError("open() takes dataDir, to work in it, or from, to begin with it, and not both");
	}
}

const listenChecks: Readonly<Record<keyof ListenOptions, Check>> = {
	port: ["a whole number up to 65535", (value) => whole[1](value) && Number(value) >= 0 && Number(value) < 65_536],
	host: text,
	socket: text,
	keepsProcess: ["true or false", (value) => typeof value === "boolean"],
};

/** @throws TypeError with a sentence */
export function checkListenOptions(options: ListenOptions): void {
	check("listen()", options, listenChecks);
}

/**
 * `wish`: who takes what: `save() takes a path`.
 * @throws TypeError with a sentence
 */
export function checkText(wish: string, value: unknown): void {
	if (!text[1](value)) {
		throw new TypeError(`${wish}, not ${shown(value)}`);
	}
}

/** @throws TypeError with a sentence */
export function checkForkOptions(options: ForkOptions): void {
	check("fork()", options, forkChecks);
}

function check(taker: string, options: object, checks: Readonly<Record<string, Check>>): void {
	if (typeof options !== "object" || options === null) {
		throw new TypeError(`${taker} takes an object of options, not ${String(options)}`);
	}
	for (const [name, value] of Object.entries(options)) {
		const found = Object.hasOwn(checks, name) ? checks[name] : undefined;
		if (found === undefined) {
			throw new TypeError(`${taker} has no option ${name}${didYouMean(name, Object.keys(checks))}`);
		}
		const [wanted, isRight] = found;
		if (value !== undefined && !isRight(value)) {
			throw new TypeError(`the option ${name} of ${taker} is ${wanted}, not ${shown(value)}`);
		}
	}
}

function shown(value: unknown): string {
	return value === ""
		? "an empty one"
		: typeof value === "string"
			? JSON.stringify(value)
			: Array.isArray(value)
				? "a list"
				: String(value);
}
