/**
 * The example plugin: a 2.1.3 that kept utf8 as its default.
 *
 * In: the plugin's file, loaded as a user's would be. Out: who decides. What it answers stands in the golden script
 * of its name.
 */
import { join } from "node:path";
import test from "ava";
import { composeBook } from "../../apps/compose/book.ts";
import { DefaultCharset } from "../../core/rules/index.ts";
import { root } from "../root.ts";

const plugin = join(root, "plugins", "examples", "keep-utf8-default.mjs");

test("the book says who decides", async (t) => {
	const { book } = await composeBook({ release: "2.1.3", plugins: [plugin] });
	t.like(book.origins("default-charset").at(-1), {
		rule: "KeepUtf8Default",
		from: "plugin",
		name: "keep-utf8-default",
	});
	t.is(book.originOf("default-charset", "createColumn")?.rule, "InheritTheTableCharset");
	t.deepEqual(book.ask(DefaultCharset).server(), { charset: "utf8", collation: "utf8_bin" });
});
