/**
 * Property: a search by weights in linear time finds what a comparison at every character finds.
 */
import test from "ava";
import fc from "fast-check";
import { indexByWeights } from "../../core/functions/string/weighted-search.ts";
import { everyOccurrence } from "../../core/types/text/byte-search.ts";
import { characterWidth } from "../../core/types/text/characters.ts";
import { collationNamed } from "../../core/types/collation/collation.ts";
import { convertText } from "../../core/types/text/charset.ts";
import { encodeText } from "../../core/types/value/value.ts";

const collations = [
	["utf8mb4", "utf8mb4_general_ci"],
	["utf8mb4", "utf8mb4_unicode_ci"],
	["latin1", "latin1_swedish_ci"],
	["latin1", "latin1_german2_ci"],
	["gbk", "gbk_chinese_ci"],
	["ucs2", "ucs2_general_ci"],
] as const;

const letters = fc.constantFrom("a", "A", "b", "é", "E", "e", "ß", "s", "ss", " ", "-", "\u00ad");

for (const [charset, collation] of collations) {
	const weigh = collationNamed(collation)!.weights;
	const text = (maxLength: number): fc.Arbitrary<string> =>
		fc.array(letters, { maxLength }).map((all) => convertText(encodeText(all.join("")), "utf8mb4", charset));

	test(`${collation}: as a comparison at every character`, (t) => {
		let answered = 0;
		fc.assert(
			fc.property(text(14), text(4), fc.nat(4), (subject, part, from) => {
				fc.pre(part !== "");
				const found = indexByWeights(subject, part, from, charset, weigh);
				if (found === undefined) {
					return;
				}
				answered++;
				let expected = -1;
				for (let at = 0, place = 0; expected < 0 && at + part.length <= subject.length; place++) {
					expected = place >= from && weigh(subject.slice(at, at + part.length)) === weigh(part) ? place : -1;
					at += at < subject.length ? characterWidth(subject, at, charset) : 1;
				}
				t.is(found, expected, `${JSON.stringify(part)} in ${JSON.stringify(subject)} from ${from}`);
			}),
			{ numRuns: 2000 },
		);
		t.true(answered > 100);
	});
}

test("every occurrence, overlapping ones too", (t) => {
	const text = fc.array(fc.constantFrom(1, 2), { maxLength: 30 });
	fc.assert(
		fc.property(text, fc.array(fc.constantFrom(1, 2), { minLength: 1, maxLength: 5 }), (subject, part) => {
			const begins = [...everyOccurrence(subject, part)];
			t.deepEqual(
				begins,
				[...subject, 0].map((_, at) => Number(part.every((key, place) => subject[at + place] === key))),
			);
		}),
	);
});
