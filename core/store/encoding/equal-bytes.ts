/**
 * Equality of values, which may be missing, and byte order.
 */
export function equalBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
	if (one === other) {
		return true;
	}
	if (one === undefined || other === undefined || one.length !== other.length) {
		return false;
	}
	return sameStart(one, other, one.length);
}

/** Whether the first `length` bytes are equal. A loop is faster than `Buffer.compare` up to some hundred bytes. */
export function sameStart(one: Uint8Array, other: Uint8Array, length: number): boolean {
	for (let at = 0; at < length; at++) {
		if (one[at] !== other[at]) {
			return false;
		}
	}
	return true;
}

/** Negative if the first bytes sort before the second ones. */
export function compareBytes(
	one: Uint8Array,
	start: number,
	end: number,
	other: Uint8Array,
	otherStart: number,
	otherEnd: number,
): number {
	const length = end - start;
	const otherLength = otherEnd - otherStart;
	const common = Math.min(length, otherLength);
	for (let at = 0; at < common; at++) {
		const order = one[start + at]! - other[otherStart + at]!;
		if (order !== 0) {
			return order;
		}
	}
	return length - otherLength;
}
