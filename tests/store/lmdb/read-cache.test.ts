/**
 * Row cache: a hit is the value put last, also while the ring grows and wraps.
 */
import test from "ava";
import { ReadCache } from "../../../core/store/lmdb/read-cache.ts";
import { ValueCopier } from "../../../core/store/blocks/checksummed-value.ts";

const encoder = new TextEncoder();

function valueOf(number: number, round: number): Uint8Array {
	return encoder.encode(`${round}:${number}:`.padEnd(900 + (number % 700), "x"));
}

test("a hit is the value put last, while the ring grows and after it wraps", (t) => {
	const cache = new ReadCache(new ValueCopier());
	const count = 9000;
	for (let round = 1; round <= 3; round++) {
		let found = 0;
		for (let number = 0; number < count; number++) {
			cache.put(`key ${number}`, valueOf(number, round));
			const early = cache.get(`key ${number >> 1}`);
			if (early !== undefined) {
				found++;
				t.deepEqual(early, valueOf(number >> 1, round));
			}
		}
		// Only keys with equal hashes are lost: half of the round fits in the ring.
		t.true(found > count * 0.9, `${found} of ${count} found in round ${round}`);
	}
});

test("commits renew cached values, and add none", (t) => {
	const cache = new ReadCache(new ValueCopier());
	cache.put("one", encoder.encode("1"));
	cache.put("two", encoder.encode("2"));
	cache.put("great", encoder.encode("0"));
	cache.renew([
		{ key: "one", value: encoder.encode("3") },
		{ key: "new", value: encoder.encode("4") },
		{ key: "great", value: new Uint8Array(4000) },
	]);
	t.deepEqual(cache.get("one"), encoder.encode("3"));
	t.is(cache.get("new"), undefined);
	t.is(cache.get("great"), undefined);
	t.deepEqual(cache.get("two"), encoder.encode("2"));
	cache.renew([{ key: "one", value: null }]);
	t.is(cache.get("one"), undefined);
	cache.clear();
	t.is(cache.get("two"), undefined);
});

test("keys read once are not cached, and those read again are cached soon", (t) => {
	const cache = new ReadCache(new ValueCopier());
	const value = encoder.encode("1");
	const read = (key: string): boolean => {
		const isKept = cache.get(key) !== undefined;
		if (!isKept) {
			cache.put(key, value);
		}
		return isKept;
	};
	for (let number = 0; number < 5000; number++) {
		read(`once ${number}`);
	}
	cache.put("later", value);
	t.is(cache.get("later"), undefined, "nothing is kept meanwhile");
	cache.renew([{ key: "once 1", value: null }]);
	let found = 0;
	for (let number = 0; number < 40_000; number++) {
		found += read(`often ${number % 100}`) ? 1 : 0;
	}
	t.true(found > 20_000, `${found} found`);
	t.is(cache.get("once 1"), undefined);
});
