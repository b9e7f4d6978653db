/**
 * Values as messages show them: the beginning of a long value is shown as the beginning of all of it.
 */
import test from "ava";
import fc from "fast-check";
import { cutBytes } from "../../core/types/text/characters.ts";
import { shown } from "../../core/types/print/fault.ts";
import { readable } from "../../core/types/print/readable.ts";
import { sqlType, type SqlType } from "../../core/types/value/type.ts";

const types: readonly SqlType[] = [
	...["latin1", "utf8", "utf8mb4", "gbk", "utf16", "utf32"].map((charset) =>
		sqlType("longtext", { charset, collation: `${charset}_bin` }),
	),
	sqlType("longblob", { charset: "binary", collation: "binary" }),
];

test("a part is shown as it would be of the whole", (t) => {
	const bytes = fc
		.array(fc.constantFrom("\0", "a", "\x7f", "\xc3\xa9", "\xff", "\xf0\x9f\x98\x80", "\x81\x30", "\xd8\x3d"), {
			maxLength: 600,
		})
		.map((parts) => parts.join(""));
	fc.assert(
		fc.property(bytes, fc.constantFrom(...types), (value, type) => {
			t.is(shown(value, type), cutBytes(readable(value, type), "utf8mb4", 128), type.charset);
		}),
		{ numRuns: 2000 },
	);
});

test("no more of a long value is read than is shown", (t) => {
	for (const type of types) {
		t.true(readable("a".repeat(1 << 20), type, 128).length <= 4 * 512, type.charset);
	}
});
