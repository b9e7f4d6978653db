/**
 * The text of a query: what was sent, whatever was sent before it.
 */
import test from "ava";
import fc from "fast-check";
import { queryText } from "../../apps/server/query-text.ts";

function payload(text: string, end = ""): Buffer {
	return Buffer.from(`\x03${text}${end}`, "latin1");
}

test("a text is what was sent, among others that take its place", (t) => {
	const letters = fc.constantFrom("a", "b", "\xff", " ");
	const texts = fc.oneof(
		fc.string({ unit: letters, maxLength: 40 }),
		fc.constantFrom("BEGIN", "COMMIT", "SELECT 1", "SELECT 2", "SELECT 1 ", "TELECT 1", "\xe4"),
	);
	fc.assert(
		fc.property(fc.array(texts, { maxLength: 50 }), (all) => {
			for (const text of all) {
				t.is(queryText(payload(text)), text);
			}
		}),
		{ numRuns: 300 },
	);
});

test("a zero at the end is the client's, not the text's", (t) => {
	t.is(queryText(payload("SELECT 1", "\0")), "SELECT 1");
	t.is(queryText(payload("x".repeat(80), "\0")), "x".repeat(80));
	t.is(queryText(payload("")), "");
});
