/**
 * Named locks (GET_LOCK() and related functions); the session holds them and waits (`SessionFacts.waits`).
 *
 * | name              | result                       | source (MySQL 5.7 manual) |
 * |-------------------|------------------------------|---------------------------|
 * | get_lock          | bigint(1): 1, or 0: too late | 12.14 Locking Functions   |
 * | release_lock      | bigint(1), NULL if none      | 12.14                     |
 * | release_all_locks | bigint(21) unsigned          | 12.14                     |
 * | is_free_lock      | bigint(1)                    | 12.14                     |
 * | is_used_lock      | bigint(10), NULL if free     | 12.14                     |
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { SessionWaits } from "../../types/evaluation/evaluation.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { define } from "../definition/definition.ts";
import type { FunctionDefinition, Resolution } from "../definition/function.ts";
import { anyText, doubleType, integerResult } from "../definition/result.ts";
import { once } from "../../async/waiting.ts";

const nameType = anyText({ charset: "utf8", collation: "utf8_general_ci" });
const longestName = 64;

type Act = (waits: SessionWaits, name: ByteString, seconds: number | null) => Value | Promise<Value>;

/** Makes a function of a lock's name, which is compared case-insensitively. */
function ofName(width: number, act: Act): Resolution {
	return {
		type: integerResult(width),
		nullable: true,
		nullPropagates: false,
		operands: [nameType, doubleType],
		volatile: true,
		evaluator: () => {
			const site = {};
			return (evaluation, name, seconds) => {
				const { waits } = evaluation.session;
				if (name === null || name === "" || (name as ByteString).length > longestName * 3) {
					throw sqlError("wrongLockName", name === null ? "NULL" : (name as ByteString));
				}
				const folded = (name as ByteString).toLowerCase();
				return waits === undefined
					? null
					: once(evaluation, site, () => act(waits, folded, (seconds ?? null) as number | null));
			};
		},
	};
}

export const lock: readonly FunctionDefinition[] = [
	define("get_lock", 2, 2, () =>
		ofName(1, async (waits, name, seconds) => Number(await waits.takeLock(name, seconds ?? 0))),
	),
	define("release_lock", 1, 1, () => ofName(1, (waits, name) => waits.releaseLock(name))),
	define("is_free_lock", 1, 1, () => ofName(1, (waits, name) => Number(waits.holderOf(name) === null))),
	define("is_used_lock", 1, 1, () => ofName(10, (waits, name) => waits.holderOf(name))),
	define("release_all_locks", 0, 0, () => ({
		type: integerResult(21, true),
		nullable: false,
		volatile: true,
		evaluator: () => {
			const site = {};
			return (evaluation) => once(evaluation, site, () => evaluation.session.waits?.releaseLocks() ?? 0);
		},
	})),
];
