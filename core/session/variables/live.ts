/**
 * Variables whose value is the session's state itself: nothing is kept for them.
 *
 * In: nothing. Out: variables, and how each reads and writes the session.
 */
import { RandomNumbers } from "../../types/evaluation/random.ts";
import { encodeText, type Integer, type Value } from "../../types/value/value.ts";
import { count, fixed, real, text, type Variable } from "./variable.ts";

/** What the live variables see of a session. */
export interface LiveState {
	readonly connectionId: number;
	/** Who logged in, where it acts for somebody else. */
	readonly proxyUser: string | undefined;
	lastInsertId: Integer;
	/** SET timestamp: the time statements see; undefined: the clock's. */
	fixedMicroseconds: number | undefined;
	/** SET rand_seed1, rand_seed2: the sequence of RAND(); undefined: any. */
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

/** Reads as 0, whatever was set: the sequence goes on with every RAND(). */
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

/** What the start of the server decides: name and version. */
export function identityVariables(version: string): readonly Variable[] {
	return fixed({ version, version_comment: "verso" });
}
