/**
 * Digits of integers as bytes, two at a time.
 *
 * In: numbers of at most 31 bits, memory with room. Out: digits in it.
 */
/** The two digits of a number below 100, side by side. */
const pairs = Uint8Array.from({ length: 200 }, (_, at) => 48 + ((at & 1) === 0 ? Math.floor(at / 20) : (at >> 1) % 10));

/** The last `count` digits, zeros in front; the number has at most 31 bits. */
export function writeDigits(target: Uint8Array, at: number, value: number, count: number): number {
	const end = at + count;
	let place = end;
	let rest = value;
	while (place - at >= 2) {
		const hundredth = (rest / 100) | 0;
		const pair = (rest - hundredth * 100) << 1;
		target[place - 1] = pairs[pair + 1] as number;
		target[place - 2] = pairs[pair] as number;
		place -= 2;
		rest = hundredth;
	}
	if (place > at) {
		target[at] = 48 + (rest % 10);
	}
	return end;
}

/** How many digits a number of at most 31 bits has. */
export function digitCount(value: number): number {
	if (value < 100000) {
		return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : value < 10000 ? 4 : 5;
	}
	return value < 10000000 ? (value < 1000000 ? 6 : 7) : value < 100000000 ? 8 : value < 1000000000 ? 9 : 10;
}
