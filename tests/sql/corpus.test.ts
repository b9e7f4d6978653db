/**
 * Round trip over the corpus: printed statements parse to the same tree.
 *
 * The corpus has one statement a line, by family, and one of each fingerprint found in recordings.
 */
import test from "ava";
import { printStatement } from "../../core/sql/print/index.ts";
import { decodeText } from "../../core/types/value/value.ts";
import { bareTree, linesOf, parseOne } from "./tree.ts";

for (const name of ["queries", "expressions", "changes", "definitions", "sessions", "comments", "recorded"]) {
	test(`${name}: printing and reading again gives the same tree`, (t) => {
		for (const line of linesOf(`${name}.txt`)) {
			const tree = parseOne(line);
			const printed = decodeText(printStatement(tree));
			t.deepEqual(bareTree(parseOne(printed)), bareTree(tree), `${line}\n${printed}`);
			t.is(decodeText(printStatement(parseOne(printed))), printed, line);
		}
	});
}
