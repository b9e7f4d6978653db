/**
 * DER, as far as a certificate needs it.
 *
 * In: values. Out: their bytes: a tag, a length, the contents.
 */

/** `contents` under a tag. */
export function tagged(tag: number, ...contents: readonly Uint8Array[]): Buffer {
	const body = Buffer.concat(contents);
	const head =
		body.length < 0x80
			? [tag, body.length]
			: body.length < 0x100
				? [tag, 0x81, body.length]
				: [tag, 0x82, body.length >> 8, body.length & 0xff];
	return Buffer.concat([Buffer.from(head), body]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => tagged(0x31, ...parts);
export const octets = (bytes: Uint8Array): Buffer => tagged(0x04, bytes);
export const text = (value: string): Buffer => tagged(0x0c, Buffer.from(value, "utf8"));
/** Bits in whole bytes. */
export const bits = (bytes: Uint8Array): Buffer => tagged(0x03, Buffer.of(0), bytes);
export const yes: Buffer = tagged(0x01, Buffer.of(0xff));

/** A positive integer, the big end first. */
export function integer(bytes: Uint8Array): Buffer {
	return bytes[0]! >= 0x80 ? tagged(0x02, Buffer.of(0), bytes) : tagged(0x02, bytes);
}

/** `2.5.4.3` */
export function identifier(name: string): Buffer {
	const [first, second, ...rest] = name.split(".").map(Number) as [number, number, ...number[]];
	const bytes = [first * 40 + second];
	for (const part of rest) {
		const groups = [part & 0x7f];
		for (let left = part >> 7; left > 0; left >>= 7) {
			groups.unshift(0x80 | (left & 0x7f));
		}
		bytes.push(...groups);
	}
	return tagged(0x06, Buffer.from(bytes));
}

/** `20300101000000Z` */
export function time(date: Date): Buffer {
	return tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+Z/g, "")}Z`, "latin1"));
}
