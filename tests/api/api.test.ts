/**
 * The public API is as `docs/reference/api.txt` records it, so that a change of the API shows in review.
 *
 * `npm test -- --update api` rewrites the record.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { isUpdate, root } from "../root.ts";
import { apiReport } from "./report.ts";

const recorded = join(root, "docs", "reference", "api.txt");

test("the API report follows from the declarations", (t) => {
	const report = `${["core/index.ts", "core/rules/index.ts", "apps/testing/index.ts"].map(apiReport).join("\n\n\n")}\n`;
	if (isUpdate) {
		writeFileSync(recorded, report);
	}
	t.is(report, readFileSync(recorded, "utf8"));
});
