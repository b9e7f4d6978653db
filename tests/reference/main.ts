/**
 * `npm run reference`: writes the pages of `docs/reference` that follow from the code.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { referencePages } from "./page.ts";

for (const [name, text] of await referencePages()) {
	writeFileSync(join(root, "docs", "reference", name), text);
}
