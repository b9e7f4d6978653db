/**
 * The law of parser and printer on the corpus: what is printed reads as the same tree.
 *
 * In: the statements of `corpus/`, a line each: by family, and one of each shape that recordings hold.
 */
import test from "ava";
import { printStatement } from "../../core/sql/print/index.ts";
import { decodeText } from "../../core/types/value.ts";
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
