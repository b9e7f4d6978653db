/**
 * Collations: padding, order, and sort keys in the order of `compare`.
 */
import test from "ava";
import fc from "fast-check";
import { allCollations, collationNamed, collationWithId } from "../../core/types/collation/collation.ts";
import { charsetNamed } from "../../core/types/text/charset.ts";
import { encodeText } from "../../core/types/value/value.ts";

const named = (name: string) => collationNamed(name)!;

test("names and numbers are MySQL's", (t) => {
	t.is(named("utf8_general_ci").id, 33);
	t.is(named("utf8mb4_unicode_ci").id, 224);
	t.is(named("UTF8MB4_BIN").id, 46);
	t.is(named("utf8mb4_unicode_520_ci").id, 246);
	t.is(collationWithId(63)?.name, "binary");
	t.true(named("utf8_bin").isDefault);
	t.false(named("utf8_general_ci").isDefault);
	t.is(new Set(allCollations().map(({ id }) => id)).size, allCollations().length);
	for (const charset of ["big5", "geostd8", "utf16le", "gb18030"]) {
		t.truthy(collationNamed(charsetNamed(charset)!.defaultCollation), charset);
	}
});

test("equal and different texts", (t) => {
	t.is(named("utf8mb4_bin").compare("a", "a  "), 0);
	t.true(named("utf8mb4_bin").compare("a\t", "a") < 0);
	t.true(named("utf8mb4_bin").compare("a", "a b") < 0);
	t.not(named("binary").compare("a", "a "), 0);
	t.is(named("utf8mb4_general_ci").compare("Abc", "aBC "), 0);
	t.is(named("utf8mb4_general_ci").compare(encodeText("Été"), encodeText("ete")), 0);
	t.is(named("utf8mb4_general_ci").compare(encodeText("ß"), "s"), 0);
	t.is(named("utf8mb4_unicode_ci").compare(encodeText("ß"), "ss"), 0);
	t.is(named("latin1_swedish_ci").compare("\xe5", "\xc5"), 0);
	t.true(named("latin1_swedish_ci").compare("\xe5", "z") > 0);
	t.not(named("utf8_bin").compare("a", "A"), 0);
	t.is(named("utf16_general_ci").compare("\0a", "\0A\0 "), 0);
	t.is(named("gbk_chinese_ci").compare("a\x81a", "A\x81a"), 0);
	t.not(named("gbk_chinese_ci").compare("\x81a", "\x81A"), 0);
});

/** Letters, spaces and control characters, for which padding is difficult. */
const hard = fc
	.string({ unit: fc.constantFrom("a", "A", "b", " ", " ", "\t", "\x1e", "\x1f", "!", "é", "日", "\0"), maxLength: 6 })
	.map(encodeText);

for (const name of ["utf8mb4_bin", "utf8mb4_general_ci", "utf8_unicode_ci", "latin1_swedish_ci", "binary"]) {
	test(`keys of ${name} are in the order of its comparison`, (t) => {
		const { compare, sortKey, groupKey, prefixKey } = named(name);
		fc.assert(
			fc.property(hard, hard, (a, b) => {
				const order = Math.sign(compare(a, b));
				const keys = sortKey(a) === sortKey(b) ? 0 : sortKey(a) < sortKey(b) ? -1 : 1;
				return (
					order === keys &&
					(order === 0) === (groupKey(a) === groupKey(b)) &&
					Math.sign(compare(b, a)) + order === 0 &&
					sortKey(a + b).startsWith(prefixKey(a))
				);
			}),
			{ numRuns: 2000 },
		);
		t.pass();
	});
}

/** Texts of letters with several weights, contractions and bytes that are no text. */
const weighed = fc
	.string({ unit: fc.constantFrom("a", "é", "ß", "日", "\0", "c", "h", "ﷺ", "😀", "Ǳ"), minLength: 1, maxLength: 40 })
	.map((text) => `${encodeText(text)}\xff `);

for (const name of ["utf8mb4_general_ci", "utf8mb4_unicode_ci", "utf8mb4_spanish2_ci", "utf8mb4_unicode_520_ci"]) {
	test(`a long text's weights in ${name} are those of its parts`, (t) => {
		const { sortKey, groupKey, weights, printWeights } = named(name);
		fc.assert(
			fc.property(weighed, fc.integer({ min: 200, max: 3000 }), (part, times) => {
				const long = part.repeat(times);
				t.true(weights(long) === weights(part).repeat(times));
				t.true(printWeights(long) === printWeights(part).repeat(times));
				t.true(groupKey(long) === weights(long).trimEnd());
				t.true(sortKey(long) === `${sortKey(long.slice(0, -1)).slice(0, -1)}\x1f`);
			}),
			{ numRuns: 30 },
		);
	});
}
