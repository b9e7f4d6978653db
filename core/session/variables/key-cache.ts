/**
 * Variables of key caches, of which a server has as many as SET names: `hot.key_buffer_size`.
 *
 * In: a name with a dot. Out: the variable, or error 1272 where it is none of a cache. There are no caches to fill,
 * since no table's indexes lie in one: what is set is kept, and a cache is known once anything of it was set.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { encodeText, type Value } from "../../types/value/value.ts";
import type { Variable } from "./variable.ts";

/** Of the cache that is always there; its name may stand before the dot, too. */
export const defaultCache = "default";
const size = "key_buffer_size";
const parts: ReadonlySet<string> = new Set([
	size,
	"key_cache_age_threshold",
	"key_cache_block_size",
	"key_cache_division_limit",
]);

/** What stands before the dot, and behind it. */
export function namedPart(name: string): { readonly cache: string; readonly part: string } | undefined {
	const dot = name.indexOf(".");
	return dot < 0 ? undefined : { cache: name.slice(0, dot), part: name.slice(dot + 1) };
}

/** `variable`: what stands behind the dot. */
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

/** A size of 0 gives a cache up. */
function isNone(value: Value): boolean {
	return value === 0 || value === 0n;
}

/** What a cache begins with: all is 0 before it is made. */
export function firstOfCache(part: string, initial: Value, isMade: boolean): Value {
	return isMade && part !== size ? initial : 0;
}
