/**
 * Function tables: every function against the text files in this folder, one for each family.
 *
 * A line is `expression => answer :: type !! warnings`; the answer may be `ERROR code message`. After an intended
 * change `npm test -- --update functions` rewrites the answers; review the difference.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { SqlError } from "../../core/errors/catalogue.ts";
import { functionNames } from "../../core/functions/registry.ts";
import { isUpdate, root } from "../root.ts";
import { evaluate, typeText } from "./evaluator.ts";

const folder = join(root, "tests/functions");
const tables = readdirSync(folder).filter((name) => name.endsWith(".txt"));

function answer(expression: string): string {
	try {
		const { text, type, nullable, warnings } = evaluate(expression);
		const found = `${text ?? "NULL"} :: ${typeText(type)}${nullable ? "" : " not null"}`;
		return warnings.length === 0 ? found : `${found} !! ${warnings.join("; ")}`;
	} catch (error) {
		if (error instanceof SqlError) {
			return `ERROR ${error.code} ${error.message}`;
		}
		throw error;
	}
}

/** Line breaks within answers are written as `\n`. */
function answered(line: string): string {
	const [expression = ""] = line.split(" => ");
	return expression.trim() === "" || expression.startsWith("#")
		? line
		: `${expression} => ${answer(expression).replaceAll("\n", "\\n")}`;
}

for (const name of tables) {
	test(`table ${name}`, (t) => {
		const lines = readFileSync(join(folder, name), "utf8").split("\n");
		const found = lines.map(answered);
		if (isUpdate) {
			writeFileSync(join(folder, name), found.join("\n"));
		}
		t.deepEqual(found, lines);
	});
}

/** Their answers differ from run to run, or other tests call them. */
const untabled = new Set([
	"sysdate",
	"uuid",
	"uuid_short",
	"random_bytes",
	"benchmark",
	"sleep",
	"load_file",
	"verso_rules",
]);

test("every function is in a table", (t) => {
	const text = tables.map((name) => readFileSync(join(folder, name), "utf8").toLowerCase()).join("\n");
	const absent = functionNames().filter(
		(name) => !untabled.has(name) && !new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text),
	);
	t.deepEqual(absent, []);
});
