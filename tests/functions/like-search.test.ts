/**
 * Property: LIKE in linear time finds what a matcher finds that tries every way, in every kind of charset and
 * collation.
 */
import test from "ava";
import fc from "fast-check";
import { patternTest } from "../../core/functions/string/like.ts";
import { anyKey, partEnd, PatternParts } from "../../core/functions/string/pattern-search.ts";
import { indexOfBytes, occurrences, occurrencesFromEnd } from "../../core/types/text/byte-search.ts";

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

/** By a table of what each prefix of the pattern matches: quadratic, and plainly right. */
function matchesKeys(keys: readonly number[], wanted: readonly number[]): boolean {
	let row = [true, ...keys.map(() => false)];
	for (const key of wanted) {
		const before = row;
		let any = false;
		row = before.map((_, at) => {
			any ||= before[at]!;
			return key === partEnd ? any : at > 0 && before[at - 1]! && (key === anyKey || key === keys[at - 1]);
		});
	}
	return row.at(-1)!;
}

test("parts of a pattern are found where they first occur, beyond one machine word, too", (t) => {
	const key = fc.integer({ min: 0, max: 1 });
	const part = fc.oneof(
		fc.array(key, { maxLength: 40 }),
		fc.array(fc.integer({ min: anyKey, max: 1 }), { maxLength: 80 }),
		fc
			.tuple(fc.array(key, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 30 }))
			.map(([keys, times]) => Array.from({ length: times }, () => keys).flat()),
	);
	fc.assert(
		fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.array(part, { maxLength: 4 }), (parts, fillings) => {
			const pattern = parts.flatMap((each, at) => (at === 0 ? each : [partEnd, ...each]));
			const text = parts
				.flatMap((each, at) => [...(fillings[at] ?? []), ...each])
				.map((each, at) => (each === anyKey ? at & 1 : each));
			t.is(new PatternParts(pattern).match(text), matchesKeys(text, pattern));
		}),
		{ numRuns: 1000 },
	);
});

test("long bytes are found, replaced and cut at as by a plain search", (t) => {
	const letters = fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 4 }).map((each) => each.join(""));
	fc.assert(
		fc.property(letters, fc.integer({ min: 1, max: 400 }), letters, letters, (unit, times, before, end) => {
			const part = unit.repeat(times) + end;
			const text = before + unit.repeat(times) + before + part.repeat(2) + before + part;
			t.is(indexOfBytes(text, part), text.indexOf(part));
			t.is([...occurrences(text, part, 9)].length, text.split(part).length - 1);
			const expected: number[] = [];
			for (
				let at = text.lastIndexOf(part);
				at >= 0;
				at = at < part.length ? -1 : text.lastIndexOf(part, at - part.length)
			) {
				expected.push(at);
			}
			t.deepEqual([...occurrencesFromEnd(text, part, 99)], expected);
		}),
	);
});

test("a million short parts, and wildcards beyond a bound", (t) => {
	const [encoding] = encodings;
	t.false(patternTest(`${"%a".repeat(100_000)}b`, "\\", encoding)("a".repeat(200_000)));
	t.throws(() => patternTest(`%${"_a".repeat(20_000)}b%`, "\\", encoding)("a".repeat(1_000_000)), {
		message: /would take too long/,
	});
});

test("a long part takes time linear in the text", (t) => {
	// Quadratic, this would be 80,000,000,000 steps.
	const subject = "a".repeat(4_000_000);
	for (const encoding of encodings.slice(0, 3)) {
		t.false(patternTest(`%${"a".repeat(20_000)}b%`, "\\", encoding)(subject));
		t.true(patternTest(`%${"a".repeat(20_000)}%`, "\\", encoding)(subject));
	}
});
