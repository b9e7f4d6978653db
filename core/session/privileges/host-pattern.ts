/**
 * Patterns of hosts and databases in accounts and grants, and which of two is the more particular.
 *
 * In: a pattern as it is kept, and a host or a name. Out: whether it fits. `%` and `_` are as in LIKE, `\` makes them
 * ordinary.
 */
import { isIP } from "node:net";

const loopback = new Set(["localhost", "127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/** `localhost` is every loopback address; `%` and `_` are as in LIKE; `a.b.c.d/mask` is a network. */
export function hostMatches(pattern: string, host: string): boolean {
	const wanted = pattern.toLowerCase();
	const actual = host.toLowerCase();
	if (wanted === actual || wanted === "%" || wanted === "") {
		return true;
	}
	if (loopback.has(wanted) && loopback.has(actual)) {
		return true;
	}
	if (wanted.includes("/")) {
		return isInNetwork(wanted, actual.replace(/^::ffff:/, ""));
	}
	return nameMatches(wanted, actual);
}

function isInNetwork(network: string, host: string): boolean {
	const [base = "", mask = ""] = network.split("/");
	if (isIP(base) !== 4 || isIP(mask) !== 4 || isIP(host) !== 4) {
		return false;
	}
	const number = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
	return (number(host) & number(mask)) >>> 0 === number(base) >>> 0;
}

/** Both in the same case. */
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

const plain = 128;

/** How particular a pattern is: one without wildcards most, then by what stands before the first; nothing least. */
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

/** Orders things by several patterns each, the more particular first. */
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
