/**
 * Property: LIKE in linear time finds what a matcher finds that tries every way, in every kind of charset and
 * collation.
 */
import test from "ava";
import fc from "fast-check";
import { patternTest } from "../../core/functions/string/like.ts";
import { partSearch } from "../../core/functions/string/pattern-search.ts";

/** Tries every way: exponential, and plainly right. */
function matches(text: string, pattern: string): boolean {
	if (pattern === "") {
		return text === "";
	}
	if (pattern[0] === "%") {
		return matches(text, pattern.slice(1)) || (text !== "" && matches(text.slice(1), pattern));
	}
	return text !== "" && (pattern[0] === "_" || pattern[0] === text[0]) && matches(text.slice(1), pattern.slice(1));
}

const encodings = [
	{ charset: "utf8mb4", collation: "utf8mb4_bin" },
	{ charset: "utf8mb4", collation: "utf8mb4_general_ci" },
	{ charset: "latin1", collation: "latin1_bin" },
	{ charset: "latin1", collation: "latin1_swedish_ci" },
	{ charset: "binary", collation: "binary" },
	{ charset: "gbk", collation: "gbk_chinese_ci" },
] as const;

const text = fc.array(fc.constantFrom("a", "b"), { maxLength: 14 }).map((letters) => letters.join(""));
const pattern = fc.array(fc.constantFrom("a", "b", "%", "_"), { maxLength: 9 }).map((letters) => letters.join(""));

for (const encoding of encodings) {
	test(`${encoding.collation}: as a matcher that tries every way`, (t) => {
		fc.assert(
			fc.property(text, pattern, (subject, wanted) => {
				t.is(patternTest(wanted, "\\", encoding)(subject), matches(subject, wanted), `${subject} like ${wanted}`);
			}),
			{ numRuns: 400 },
		);
	});
}

test("letter case as the collation has it, an escaped sign is itself", (t) => {
	const insensitive = { charset: "utf8mb4", collation: "utf8mb4_general_ci" };
	t.true(patternTest("%Bc_E%", "\\", insensitive)("aBCdef"));
	t.true(patternTest("a\\%%z", "\\", insensitive)("A%yZ"));
	t.false(patternTest("a\\%%z", "\\", insensitive)("Axyz"));
});

test("parts of a pattern are found where they first occur, beyond one machine word, too", (t) => {
	const key = fc.integer({ min: 0, max: 2 });
	fc.assert(
		fc.property(
			fc.array(key, { maxLength: 120 }),
			fc.array(fc.integer({ min: -1, max: 2 }), { maxLength: 70 }),
			(keys, part) => {
				const isAt = (start: number): boolean =>
					start + part.length <= keys.length && part.every((each, at) => each === -1 || each === keys[start + at]);
				const first = keys.findIndex((_, start) => isAt(start));
				const expected = part.length === 0 ? 0 : first;
				t.is(partSearch(part).find(keys, 0), expected);
			},
		),
		{ numRuns: 500 },
	);
	const long = Array.from({ length: 70 }, (_, at) => (at % 3 === 0 ? -1 : 1));
	t.is(partSearch(long).find([0, ...Array.from({ length: 80 }, () => 1)], 0), 0);
	t.is(partSearch([...long, 2]).find([...Array.from({ length: 80 }, () => 1), 2], 0), 10);
});

test("a long part takes time linear in the text", (t) => {
	// Quadratic, this would be 80,000,000,000 steps.
	const subject = "a".repeat(4_000_000);
	for (const encoding of encodings.slice(0, 3)) {
		t.false(patternTest(`%${"a".repeat(20_000)}b%`, "\\", encoding)(subject));
		t.true(patternTest(`%${"a".repeat(20_000)}%`, "\\", encoding)(subject));
	}
});
