/**
 * Patterns of hosts and databases in accounts and grants: matching, and order by specificity.
 *
 * `%` and `_` are wildcards as in LIKE, `\` escapes them.
 */
import { isIP } from "node:net";

const loopback = new Set(["localhost", "127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/** `localhost` matches every loopback address; `a.b.c.d/mask` is a network; `%` and `_` are as in LIKE. */
export function hostMatches(pattern: string, host: string): boolean {
	const wanted = pattern.toLowerCase();
	const actual = host.toLowerCase();
	if (wanted === actual || wanted === "%" || wanted === "") {
		return true;
	}
	if (loopback.has(wanted) && loopback.has(actual)) {
		return true;
	}
	if (loopback.has(actual)) {
		return [...loopback].some((each) => isIn(wanted, each));
	}
	return isIn(wanted, actual);
}

function isIn(wanted: string, host: string): boolean {
	return wanted.includes("/") ? isInNetwork(wanted, host.replace(/^::ffff:/, "")) : nameMatches(wanted, host);
}

function isInNetwork(network: string, host: string): boolean {
	const [base = "", mask = ""] = network.split("/");
	if (isIP(base) !== 4 || isIP(mask) !== 4 || isIP(host) !== 4) {
		return false;
	}
	const number = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
	return (number(host) & number(mask)) >>> 0 === number(base) >>> 0;
}

/** Both in the same letter case. */
export function nameMatches(pattern: string, name: string): boolean {
	return matchesFrom(pattern, 0, name, 0);
}

function matchesFrom(pattern: string, from: number, name: string, at: number): boolean {
	let place = at;
	for (let next = from; next < pattern.length; next++, place++) {
		const sign = pattern[next];
		if (sign === "%") {
			for (let rest = place; rest <= name.length; rest++) {
				if (matchesFrom(pattern, next + 1, name, rest)) {
					return true;
				}
			}
			return false;
		}
		if (place >= name.length) {
			return false;
		}
		if (sign === "_") {
			continue;
		}
		if (sign === "\\" && next + 1 < pattern.length) {
			next++;
		}
		if (pattern[next] !== name[place]) {
			return false;
		}
	}
	return place === name.length;
}

/** Whether a pattern matches all names that another one does, part by part. Both in the same letter case. */
export function patternCovers(pattern: string, other: string): boolean {
	return coversFrom(partsOf(pattern), 0, partsOf(other), 0);
}

/** A pattern's wildcards, and its plain characters behind a `\`. */
function partsOf(pattern: string): readonly string[] {
	return [...pattern.matchAll(/\\?./gsu)].map(([part]) => (/^[%_]$|^\\./s.test(part) ? part : `\\${part}`));
}

function coversFrom(parts: readonly string[], from: number, others: readonly string[], at: number): boolean {
	let place = at;
	for (let next = from; next < parts.length; next++, place++) {
		if (parts[next] === "%") {
			for (let rest = place; rest <= others.length; rest++) {
				if (coversFrom(parts, next + 1, others, rest)) {
					return true;
				}
			}
			return false;
		}
		const other = others[place];
		if (other === undefined || (parts[next] === "_" ? other === "%" : parts[next] !== other)) {
			return false;
		}
	}
	return place === others.length;
}

const plain = 128;

/**
 * Specificity of a pattern: highest without wildcards, then by the length before the first; lowest for the empty one.
 */
function particularity(pattern: string): number {
	for (let at = 0; at < pattern.length; at++) {
		const sign = pattern[at];
		if (sign === "\\" && at + 1 < pattern.length) {
			at++;
		} else if (sign === "%" || sign === "_") {
			return Math.min(at + 1, plain - 1);
		}
	}
	return pattern === "" ? 0 : plain;
}

/** Returns a comparison by several patterns, the more specific first. */
export function byParticularity<T>(...patterns: readonly ((thing: T) => string)[]): (a: T, b: T) => number {
	return (a, b) => {
		for (const pattern of patterns) {
			const difference = particularity(pattern(b)) - particularity(pattern(a));
			if (difference !== 0) {
				return difference;
			}
		}
		return 0;
	};
}
