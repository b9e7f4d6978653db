/**
 * The pages of `docs/reference` are as `npm run reference` writes them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { root } from "../root.ts";
import { referencePages } from "./page.ts";

for (const [name, text] of await referencePages()) {
	test(`docs/reference/${name} follows from the code`, (t) => {
		t.is(readFileSync(join(root, "docs", "reference", name), "utf8"), text);
	});
}
