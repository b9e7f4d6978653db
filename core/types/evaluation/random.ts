/**
 * Random number generator of MySQL: two 30-bit numbers, each updated from the other.
 *
 * Returns fractions from 0 up to, but not including, 1; the same seed gives the same sequence.
 */
const greatest = 0x3fffffff;

export class RandomNumbers {
	first: number;
	second: number;

	constructor(first: number, second: number) {
		this.first = first % greatest;
		this.second = second % greatest;
	}

	/** Returns the generator of RAND(seed). */
	static of(seed: bigint): RandomNumbers {
		const low = BigInt.asUintN(32, seed);
		return new RandomNumbers(
			Number(BigInt.asUintN(32, low * 0x10001n + 55555555n)),
			Number(BigInt.asUintN(32, low * 0x10000001n)),
		);
	}

	next(): number {
		this.first = (this.first * 3 + this.second) % greatest;
		this.second = (this.first + this.second + 33) % greatest;
		return this.first / greatest;
	}
}
