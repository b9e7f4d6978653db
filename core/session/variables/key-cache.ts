/**
 * Structured variables of key caches (`hot.key_buffer_size`): a key cache exists once one of its variables is set.
 *
 * The values are stored and shown without effect, since InnoDB tables use no key cache. Error 1272 for a variable
 * that is not a key cache's.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { encodeText, type Value } from "../../types/value/value.ts";
import type { Variable } from "./variable.ts";

/** The key cache that always exists; `default.` before a variable's name is optional. */
export const defaultCache = "default";
const size = "key_buffer_size";
const parts: ReadonlySet<string> = new Set([
	size,
	"key_cache_age_threshold",
	"key_cache_block_size",
	"key_cache_division_limit",
]);

/** Splits a name at its dot. */
export function namedPart(name: string): { readonly cache: string; readonly part: string } | undefined {
	const dot = name.indexOf(".");
	return dot < 0 ? undefined : { cache: name.slice(0, dot), part: name.slice(dot + 1) };
}

/** `variable`: the part after the dot. */
export function cacheVariable(cache: string, variable: Variable): Variable {
	if (!parts.has(variable.name)) {
		throw sqlError("variableIsNotStruct", encodeText(variable.name));
	}
	if (cache.toLowerCase() === defaultCache) {
		return variable;
	}
	return {
		...variable,
		name: `${cache}.${variable.name}`,
		settle: (given, warn, current) => (isNone(given.value) ? 0 : variable.settle(given, warn, current)),
	};
}

/** A size of 0 drops a key cache. */
function isNone(value: Value): boolean {
	return value === 0 || value === 0n;
}

/** Returns a part's initial value: 0 before the key cache exists. */
export function firstOfCache(part: string, initial: Value, isMade: boolean): Value {
	return isMade && part !== size ? initial : 0;
}
