/**
 * Named locks, as GET_LOCK() gives them: within this process only.
 *
 * In: a name and the connection that asks. Out: whether it holds the lock. It refuses to wait: what another
 * connection holds is answered as if the time were up, since functions may not block the loop.
 *
 * | name              | result                     | source (MySQL 5.7 manual) |
 * |-------------------|----------------------------|---------------------------|
 * | get_lock          | bigint(1): 1, or 0 if held | 12.14 Locking Functions   |
 * | release_lock      | bigint(1), NULL if none    | 12.14                     |
 * | release_all_locks | bigint(21) unsigned        | 12.14                     |
 * | is_free_lock      | bigint(1)                  | 12.14                     |
 * | is_used_lock      | bigint(10), NULL if free   | 12.14                     |
 */
import type { Evaluation } from "../types/evaluation.ts";
import type { ByteString, Value } from "../types/value.ts";
import { define } from "./definition.ts";
import type { FunctionDefinition, Resolution } from "./function.ts";
import { anyText, bigintType, integerResult } from "./result.ts";

interface Lock {
	readonly connectionId: number;
	/** A connection may take its own lock again, and then has to release it as often. */
	count: number;
}

const locks = new Map<ByteString, Lock>();

const nameType = anyText({ charset: "utf8", collation: "utf8_general_ci" });

function take(name: ByteString, connectionId: number): Value {
	const held = locks.get(name);
	if (held === undefined) {
		locks.set(name, { connectionId, count: 1 });
		return 1;
	}
	if (held.connectionId !== connectionId) {
		return 0;
	}
	held.count++;
	return 1;
}

function release(name: ByteString, connectionId: number): Value {
	const held = locks.get(name);
	if (held === undefined) {
		return null;
	}
	if (held.connectionId !== connectionId) {
		return 0;
	}
	held.count--;
	if (held.count === 0) {
		locks.delete(name);
	}
	return 1;
}

/** Gives back all locks of a connection, as its end does; answers how many. */
export function releaseLocks(connectionId: number): number {
	let count = 0;
	for (const [name, lock] of locks) {
		if (lock.connectionId === connectionId) {
			locks.delete(name);
			count += lock.count;
		}
	}
	return count;
}

type Act = (name: ByteString, connectionId: number) => Value;

/** A function of a lock's name, which MySQL compares without letter case. */
function ofName(width: number, act: Act): Resolution {
	return {
		type: integerResult(width),
		nullable: true,
		operands: [nameType, bigintType],
		volatile: true,
		evaluate: (evaluation: Evaluation, name) => act((name as ByteString).toLowerCase(), evaluation.session.connectionId),
	};
}

export const lock: readonly FunctionDefinition[] = [
	define("get_lock", 2, 2, () => ofName(1, take)),
	define("release_lock", 1, 1, () => ofName(1, release)),
	define("is_free_lock", 1, 1, () => ofName(1, (name) => (locks.has(name) ? 0 : 1))),
	define("is_used_lock", 1, 1, () => ofName(10, (name) => locks.get(name)?.connectionId ?? null)),
	define("release_all_locks", 0, 0, () => ({
		type: integerResult(21, true),
		nullable: false,
		volatile: true,
		evaluate: (evaluation) => releaseLocks(evaluation.session.connectionId),
	})),
];
