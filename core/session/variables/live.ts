/**
 * Variables computed from the state of the session, without a stored value.
 */
import { RandomNumbers } from "../../types/evaluation/random.ts";
import { encodeText, type Integer, type Value } from "../../types/value/value.ts";
import { count, fixed, real, text, type Variable } from "./variable.ts";

/** The session state that live variables read and write. */
export interface LiveState {
	readonly connectionId: number;
	/** The authenticated account, where the session acts for another. */
	readonly proxyUser: string | undefined;
	lastInsertId: Integer;
	/** SET timestamp: the time that statements use; undefined: the clock's. */
	fixedMicroseconds: number | undefined;
	/** SET rand_seed1, rand_seed2: state of RAND(); undefined: randomly seeded. */
	chance: RandomNumbers | undefined;
	nowMicroseconds(): number;
	readonly warningCount: number;
	readonly errorCount: number;
}

export interface LiveVariable {
	readonly variable: Variable;
	read(state: LiveState): Value;
	write?(state: LiveState, value: Value): void;
}

const greatest = 18446744073709551615n;

function lastId(name: string): LiveVariable {
	return {
		variable: count(name, "session", 0, 0, greatest),
		read: (state) => state.lastInsertId,
		write(state, value) {
			state.lastInsertId = value as Integer;
		},
	};
}

/** Reads as 0, as in MySQL: RAND() advances the state. */
function seed(name: "rand_seed1" | "rand_seed2", side: "first" | "second"): LiveVariable {
	return {
		variable: count(name, "session", 0, 0, greatest),
		read: () => 0,
		write(state, value) {
			const { first, second } = state.chance ?? new RandomNumbers(0, 0);
			const given = Number(BigInt.asUintN(32, BigInt(value as Integer)));
			state.chance = side === "first" ? new RandomNumbers(given, second) : new RandomNumbers(first, given);
		},
	};
}

export const liveVariables: readonly LiveVariable[] = [
	lastId("last_insert_id"),
	lastId("identity"),
	seed("rand_seed1", "first"),
	seed("rand_seed2", "second"),
	{
		variable: real("timestamp", "session", 0, 0, 2147483647),
		read: (state) => state.nowMicroseconds() / 1e6,
		write(state, value) {
			state.fixedMicroseconds = value === 0 ? undefined : Math.round((value as number) * 1e6);
		},
	},
	{ variable: { ...count("pseudo_thread_id", "session", 0, 0, 4294967295) }, read: (state) => state.connectionId },
	{ variable: count("warning_count", "session", 0, 0, greatest, true), read: (state) => state.warningCount },
	{ variable: count("error_count", "session", 0, 0, greatest, true), read: (state) => state.errorCount },
	{
		variable: text("proxy_user", "session", null, true),
		read: ({ proxyUser }) => (proxyUser === undefined ? null : encodeText(proxyUser)),
	},
	{ variable: text("external_user", "session", null, true), read: () => null },
];

/** Name and version, fixed at the start of the server. */
export function identityVariables(version: string): readonly Variable[] {
	return fixed({ version, version_comment: "verso" });
}
