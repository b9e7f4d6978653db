/**
 * `verso plugin new NAME`: makes a folder with a plugin, its test, package.json and types.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../compose/usage-error.ts";
import { programVersion } from "../program.ts";

/**
 * Makes the folder NAME in the current one and returns the next steps. Throws UsageError for a name that no package
 * may have, and where the folder is there already.
 */
export function makePlugin(name: string): string {
	if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
		throw new UsageError(`a plugin's name has small letters, digits and dashes, such as no-shouting, not ${name}`, 2);
	}
	if (existsSync(name)) {
		throw new UsageError(`${name} is there already`, 1);
	}
	mkdirSync(name);
	for (const [file, text] of Object.entries(files(name))) {
		writeFileSync(join(name, file), text);
	}
	return `made ${name}: ${Object.keys(files(name)).join(", ")}
  cd ${name} && npm install && npm test
  verso --plugin ./${name}
`;
}

/** By name, the texts of the new folder's files. */
function files(name: string): Readonly<Record<string, string>> {
	const rule = name.replace(/(^|-)(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase());
	const description = {
		name,
		version: "0.1.0",
		description: "A plugin of verso",
		keywords: ["verso-plugin"],
		type: "module",
		exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
		files: ["index.js", "index.d.ts"],
		scripts: { test: "node --test", start: "verso --plugin ." },
		devDependencies: { "verso-db": `^${programVersion()}` },
	};
	return {
		"index.js": page(name, rule),
		"index.test.js": pageTest(rule),
		"index.d.ts": `import type { Plugin } from "verso-db/rules";\n\ndeclare const plugin: Plugin;\nexport default plugin;\n`,
		"package.json": `${JSON.stringify(description, undefined, "\t")}\n`,
	};
}

function page(name: string, rule: string): string {
	return `/** @type {import('verso-db/rules').Plugin} */
export default ({ InsertCheck, countCharacters, options, page, changed, refuse }) => {
	// Given where the plugin is named: --plugin ./${name}?max=40
	const { max } = options({
		max: { type: "number", whole: true, least: 1, default: 100, about: "The most characters of a text." },
	});
	return page("${name}", [
		changed(
			InsertCheck,
			(Base) =>
				class ${rule} extends Base {
					/** Which values \`text\` is asked about: none, beyond-ascii or all. */
					scope() {
						return "all";
					}
					/** @type {import('verso-db/rules').InsertCheck["text"]} */
					text(value, column, settings) {
						const length = countCharacters(value, column.inForce.charset);
						return length > max
							? refuse(1406, "22001", \`\${column.table}.\${column.name} takes \${max} characters, not \${length}\`)
							: super.text(value, column, settings);
					}
				},
			"A text has a limit.",
			// The guide of the rule: verso explain ${rule} --plugin ./${name} prints it.
			{
				why: "A longer text does not fit on the page.",
				example: \`create table t (a text);\\ninsert into t values (repeat('x', \${max + 1}));\`,
				errors: [1406],
				waysOut: [
					{
						when: { codes: [1406] },
						text: "write INSERT IGNORE",
						price: "a text that is too long is stored empty",
						step: { kind: "edit", edit: "replace", pattern: /^\\s*insert(?!\\s+ignore)/i, replacement: "INSERT IGNORE" },
					},
				],
			},
		),
	]);
};
`;
}

function pageTest(rule: string): string {
	// A line of this file that begins as an import would be taken for one by the bundle.
	const imports = [
		'import assert from "node:assert/strict";',
		'import { test } from "node:test";',
		'import { InsertCheck } from "verso-db/rules";',
		'import { assertRefused, bookOf, column, play } from "verso-db/testing";',
		'import plugin from "./index.js";',
	];
	return `${imports.join("\n")}

test("a text beyond the limit is refused", () => {
	const book = bookOf("2.1.3").lay(plugin, { max: 3 });
	const motto = column("varchar(10) charset utf8", { version: "2.1.3", table: "users", name: "motto" });
	const rule = book.ask(InsertCheck);
	assertRefused(rule.text("long", motto, book.settings()), 1406, "${rule}");
	assert.equal(rule.text("low", motto, book.settings()), undefined);
});

test("statements are refused by the rule", async () => {
	const script = "create table t (a text); insert into t values (repeat('x', 101)), ('y'); select * from t";
	const [, insert, rows] = await play(script, { version: "2.1.3", plugins: [plugin] });
	assertRefused(insert, 1406, "${rule}");
	assert.deepEqual(rows.rows, []);
});
`;
}
