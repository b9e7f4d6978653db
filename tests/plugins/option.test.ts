/**
 * Options of plugins: typed, checked against the page's schema, refused with a sentence, shown in `verso rules`; and
 * switches that are numbers and words on every surface.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { composeBook } from "../../apps/compose/book.ts";
import { readSwitches } from "../../apps/cli/config-file.ts";
import { parseSwitchValue, type Switch } from "../../core/rules/index.ts";
import { runVerso, temporaryFolder } from "../cli/program.ts";
import { root } from "../root.ts";

const example = join(root, "plugins", "examples", "limit-text.mjs");

const wrong: Readonly<Record<string, string>> = {
	"max=ten": "the option max must be a whole number from 1 to 1000, not ten",
	"max=0": "the option max must be a whole number from 1 to 1000, not 0",
	"max=2.5": "the option max must be a whole number from 1 to 1000, not 2.5",
	"max=": "the option max must be a whole number from 1 to 1000, not empty",
	"mode=maybe": "the option mode must be refuse or warn, not maybe",
	"mx=5": "there is no option mx; did you mean max?; its options are max, mode",
};

test("a wrong option is refused with a sentence that says what it takes", async (t) => {
	for (const [given, sentence] of Object.entries(wrong)) {
		await t.throwsAsync(composeBook({ release: "2.1.7", plugins: [`${example}?${given}`] }), {
			name: "UsageError",
			message: `plugin ${example}?${given} cannot be loaded: ${sentence}`,
		});
	}
	const plain = join(root, "plugins", "examples", "keep-utf8-default.mjs");
	await t.throwsAsync(composeBook({ release: "2.1.7", plugins: [`${plain}?max=1`] }), {
		message: /there is no option max; it takes no options$/,
	});
});

test("an option that has no default must be given, and a wrong declaration is told", async (t) => {
	const folder = temporaryFolder(t);
	const load = (schema: string, given = ""): Promise<unknown> => {
		const file = join(folder, "plugin.mjs");
		const copy = join(folder, `${Math.random()}.mjs`);
		writeFileSync(copy, `export default ({ options, page }) => { options(${schema}); return page("p", []); };`);
		return composeBook({ release: "2.1.7", plugins: [`${copy}${given}`] }).catch((failure: Error) => {
			throw new Error(failure.message.replace(/plugin .* cannot be loaded: /, ""), { cause: file });
		});
	};
	const cases: readonly (readonly [schema: string, sentence: string])[] = [
		['{ n: { type: "number", about: "N." } }', "the option n must be given: a number, as ?n=..."],
		[
			'{ n: { type: "number", default: 5, greatest: 4, about: "N." } }',
			"the option n is declared wrongly: its default must be a number of 4 or less",
		],
		[
			'{ n: { type: "date", about: "N." } }',
			"the option n is declared wrongly: its type is number, word, boolean or text",
		],
		['{ n: { type: "word", about: "N." } }', "the option n is declared wrongly: words is a list"],
		['{ n: { type: "text", default: "" } }', "the option n is declared wrongly: about is a sentence"],
	];
	for (const [schema, message] of cases) {
		await t.throwsAsync(load(schema), { message });
	}
	await t.notThrowsAsync(
		load('{ b: { type: "boolean", about: "B." }, t: { type: "text", about: "T." } }', "?b=on&t=a%26b"),
	);
});

test("verso rules shows a plugin's options, as a table and as JSON", async (t) => {
	const words = ["rules", "--version", "2.1.7", "--plugin", `${example}?max=7`];
	const { stdout } = await runVerso(words);
	t.regex(stdout, /limit-text +max +7 +a whole number from 1 to 1000 +The most characters of a text\./);
	const { stdout: json } = await runVerso([...words, "--json"]);
	const { plugins, switches } = JSON.parse(json) as { plugins: unknown; switches: readonly Switch[] };
	t.like(plugins, [
		{
			name: "limit-text",
			options: [
				{ name: "max", value: 7, isGiven: true },
				{ name: "mode", value: "refuse", isGiven: false },
			],
		},
	]);
	t.is(switches.find(({ setting }) => setting === "limit-text-max")?.default, 7);
});

test("rules mixed from a plugin have its options", async (t) => {
	const mixes = [`insert-check=${example}?max=9&mode=warn`];
	const { book } = await composeBook({ release: "2.1.7", mixes });
	t.is(book.switches().find(({ setting }) => setting === "limit-text-max")?.default, 9);
});

const number: Switch = {
	setting: "n",
	surface: "config-key",
	name: "n",
	whole: true,
	least: 1,
	greatest: 9,
	default: 5,
	about: "N.",
};
const word: Switch = {
	setting: "w",
	surface: "config-key",
	name: "w",
	words: ["few", "many"],
	default: "few",
	about: "W.",
};

test("fields and configuration keys take numbers and words, within bounds", (t) => {
	t.is(parseSwitchValue("7", number), 7);
	t.is(parseSwitchValue("70", number), undefined);
	t.is(parseSwitchValue("", number), undefined);
	t.is(parseSwitchValue("MANY", word), "many");
	t.is(parseSwitchValue("none", word), undefined);
	const config = (key: string, value: unknown) => ({
		path: "c.toml",
		text: `${key} = x`,
		keys: new Map([[key, value]]),
	});
	t.is(readSwitches(config("n", 7), [number], []).values.get("n"), 7);
	t.is(readSwitches(config("w", "many"), [word], []).values.get("w"), "many");
	t.throws(() => readSwitches(config("n", 70), [number], []), {
		message: "c.toml line 1: n must be a whole number from 1 to 9, not 70",
	});
	t.throws(() => readSwitches(config("n", "x"), [number], []), {
		message: "c.toml line 1: n must be an integer, not a string",
	});
	t.throws(() => readSwitches(config("w", "none"), [word], []), {
		message: "c.toml line 1: w must be few or many, not none",
	});
});

test("a switch that is declared wrongly, or with two types, is refused when its plugin is loaded", async (t) => {
	const folder = temporaryFolder(t);
	const load = async (name: string, switches: string): Promise<unknown> => {
		const file = join(folder, name);
		writeFileSync(
			file,
			`export default ({ InsertCheck, page, changed }) => page("s", [changed(InsertCheck, (Base) =>
			class Declare extends Base { switches() { return [...super.switches(), ${switches}]; } }, "Declares.")]);`,
		);
		return composeBook({ release: "2.1.7", plugins: [file] });
	};
	const common = 'setting: "s", surface: "variable", name: "my_s", about: "S."';
	await t.throwsAsync(load("a.mjs", `{ ${common}, default: 50, greatest: 10 }`), {
		message: /insert-check\.switches answered .*; it answers a list of/,
	});
	await t.throwsAsync(load("b.mjs", `{ ${common}, default: "x", words: ["y"] }`), { message: /answers a list of/ });
	const key = 'setting: "s", surface: "config-key", name: "my-s", about: "S."';
	await t.throwsAsync(load("c.mjs", `{ ${common}, default: 1 }, { ${key}, default: true }`), {
		message: /the setting s is declared with two types, number and boolean$/,
	});
});
