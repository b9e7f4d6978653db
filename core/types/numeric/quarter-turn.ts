/**
 * Argument reduction of trigonometry: an angle as quarter turns and a rest of at most an eighth of a turn.
 */
import { add, type DoublePair, sumOf } from "./double-pair.ts";

interface Reduced {
	/** 0 to 3. */
	readonly quarters: number;
	readonly rest: DoublePair;
}

/** A quarter turn in parts of 33 bits, of which up to 2^20 are exact doubles, and what is left. */
const parts = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32];
const largestSmall = 2 ** 20;

export function reduced(x: number): Reduced {
	if (Math.abs(x) >= largestSmall) {
		return reducedLarge(x);
	}
	const quarters = Math.round(x / (Math.PI / 2));
	let rest: DoublePair = [x, 0];
	for (const part of parts) {
		rest = add(rest, [-quarters * part, 0]);
	}
	return { quarters: ((quarters % 4) + 4) % 4, rest };
}

/** Bits behind the point: the largest double is below 2^1024. */
const precision = 1250n;
let quarterTurn: bigint | undefined;

/** By whole numbers: x and a quarter turn with all their bits. */
function reducedLarge(x: number): Reduced {
	quarterTurn ??= (arcTangentOfInverse(5n) * 4n - arcTangentOfInverse(239n)) * 2n;
	const scaled = BigInt(Math.abs(x) * 2 ** 32 > Number.MAX_VALUE ? Math.abs(x) : Math.abs(x) * 2 ** 32);
	const bits = Math.abs(x) * 2 ** 32 > Number.MAX_VALUE ? 0n : 32n;
	const angle = scaled << (precision - bits);
	const count = (angle * 2n + quarterTurn) / (quarterTurn * 2n);
	const rest = pairOf(angle - count * quarterTurn);
	const quarters = Number(count % 4n);
	return x > 0 ? { quarters, rest } : { quarters: (4 - quarters) % 4, rest: [-rest[0], -rest[1]] };
}

/** Bits of a rest that fit into a pair. */
const pairBits = 200n;

function pairOf(value: bigint): DoublePair {
	const short = value >> (precision - pairBits);
	const high = Number(short);
	const low = Number(short - BigInt(high));
	const unit = 2 ** -Number(pairBits);
	return sumOf(high * unit, low * unit);
}

/** arctan(1/n), a whole number of the last bits (Machin 1706). */
function arcTangentOfInverse(n: bigint): bigint {
	const guard = 64n;
	let power = (1n << (precision + guard)) / n;
	let sum = 0n;
	for (let odd = 1n, sign = 1n; power > 0n; odd += 2n, sign = -sign) {
		sum += (sign * power) / odd;
		power /= n * n;
	}
	return sum >> guard;
}
