/**
 * Whether two values, or their absence, are the same.
 *
 * In: bytes or `undefined`. Out: yes or no. It refuses to know what the bytes mean.
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

/** Whether the first `length` bytes agree. A loop is faster than `Buffer.compare` up to some hundred bytes. */
export function sameStart(one: Uint8Array, other: Uint8Array, length: number): boolean {
	for (let at = 0; at < length; at++) {
		if (one[at] !== other[at]) {
			return false;
		}
	}
	return true;
}
