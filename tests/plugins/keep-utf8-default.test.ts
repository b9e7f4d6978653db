/**
 * Example plugin `keep-utf8-default`: the rules that decide under a 2.1.3 with the default utf8.
 *
 * The plugin's file is loaded as a user's would be. Its answers are in the golden script of its name.
 */
import { join } from "node:path";
import test from "ava";
import { composeBook } from "../../apps/compose/book.ts";
import { DefaultCharset } from "../../core/rules/index.ts";
import { root } from "../root.ts";

const plugin = join(root, "plugins", "examples", "keep-utf8-default.mjs");

test("the rule book names the plugin's rule", async (t) => {
	const { book } = await composeBook({ release: "2.1.3", plugins: [plugin] });
	t.like(book.origins("default-charset").at(-1), {
		rule: "KeepUtf8Default",
		from: "plugin",
		name: "keep-utf8-default",
	});
	t.is(book.originOf("default-charset", "createColumn")?.rule, "InheritTheTableCharset");
	t.deepEqual(book.ask(DefaultCharset).server(), { charset: "utf8", collation: "utf8_bin" });
});
