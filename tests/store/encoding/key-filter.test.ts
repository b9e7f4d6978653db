/**
 * Key filter: no false negatives, few false positives.
 */
import test from "ava";
import fc from "fast-check";
import { KeyFilter } from "../../../core/store/encoding/key-filter.ts";

const key = fc.string({
	unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
	maxLength: 40,
});

test("added keys may be there, as text and as bytes", (t) => {
	t.notThrows(() =>
		fc.assert(
			fc.property(fc.array(key), fc.nat(5), (keys, before) => {
				const filter = new KeyFilter();
				keys.forEach((each) => filter.add(each));
				return (
					filter.isEmpty === (keys.length === 0) &&
					keys.every((each) => {
						const bytes = Buffer.from("x".repeat(before) + each, "latin1");
						return filter.mayHave(each) && filter.mayHaveBytes(bytes, before, bytes.length);
					})
				);
			}),
			{ numRuns: 300 },
		),
	);
});

test("most other keys are reported as absent", (t) => {
	const filter = new KeyFilter();
	t.false(filter.mayHave("row 1"));
	for (let at = 0; at < 20_000; at++) {
		filter.add(`row ${at}`);
	}
	let wrong = 0;
	for (let at = 20_000; at < 40_000; at++) {
		wrong += filter.mayHave(`row ${at}`) ? 1 : 0;
	}
	t.true(wrong < 2500, `${wrong} of 20,000 seem to be there`);
});
