/**
 * Statement fingerprints: texts share a hash if they share a fingerprint, and fingerprints are told apart.
 */
import test from "ava";
import fc from "fast-check";
import { FingerprintScanner } from "../../core/sql/parameterize/fingerprint-scanner.ts";

/** Words that make many equal, and many nearly equal, fingerprints. */
const word = fc.constantFrom(
	"select",
	"c",
	"from",
	"t",
	"t2",
	"where",
	"id",
	"=",
	"1",
	"22",
	"1.5",
	"'a'",
	"'bc'",
	"in",
	"(",
	")",
	",",
	"(1, 2)",
	"(3)",
	"values",
	"insert",
	";",
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));

test("equal fingerprints have equal hashes, and others are distinguished", (t) => {
	const scan = new FingerprintScanner();
	let equal = 0;
	fc.assert(
		fc.property(text, text, fc.boolean(), fc.boolean(), (one, other, withRows, ansiQuotes) => {
			if (!scan.scan(one, withRows, ansiQuotes)) {
				return;
			}
			const [first, hash] = [scan.fingerprint.text(), scan.fingerprint.hash];
			t.true(scan.fingerprint.is(first));
			t.false(scan.fingerprint.is(`${first}x`));
			t.false(scan.fingerprint.is(first.slice(1) + first.slice(0, 1)) && first.slice(1) + first.slice(0, 1) !== first);
			if (scan.scan(other, withRows, ansiQuotes)) {
				const isSame = scan.fingerprint.text() === first;
				equal += isSame ? 1 : 0;
				t.is(scan.fingerprint.is(first), isSame);
				t.true(!isSame || scan.fingerprint.hash === hash);
			}
		}),
		{ numRuns: 3000 },
	);
	t.true(equal > 0);
});

test("texts that differ in literals only have the same fingerprint", (t) => {
	const scan = new FingerprintScanner();
	const shapeOf = (written: string): readonly [string, number] => {
		t.true(scan.scan(written, true, false), written);
		return [scan.fingerprint.text(), scan.fingerprint.hash];
	};
	t.deepEqual(
		shapeOf("select c from t where id = 4711 and b = 'x'"),
		shapeOf("select c from t where id = 1 and b = 'a longer one'"),
	);
	t.deepEqual(shapeOf("insert into t values (1, 'a'), (2, 'b')"), shapeOf("insert into t values (3, 'c')"));
	t.deepEqual(
		shapeOf("select 1 from t where id in (1, 2, 3, 4, 5, 6, 7, 8, 9)"),
		shapeOf("select 2 from t where id in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)"),
	);
	t.true(scan.scan(`select "c" from t where id in ('x')`, true, true));
	t.is(scan.count, 1, "under ANSI_QUOTES a name in quotes is no literal");
	t.true(scan.scan(`insert into t values ("a", 1)`, true, true));
	t.is(scan.rows, undefined);
	t.notDeepEqual(shapeOf("select c from t where id = 4711"), shapeOf("select c from t where id = 'x'"));
	t.notDeepEqual(shapeOf("select c from t where id in (1, (2))"), shapeOf("select c from t where id in (1, 2)"));
});
