/**
 * Golden texts of printed reports: compared, or rewritten under `npm test -- --update`.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { ExecutionContext } from "ava";
import { isUpdate } from "../../root.ts";
import { printedFile } from "./sample.ts";

export function isGolden(t: ExecutionContext, name: string, printed: string): void {
	const path = printedFile(name);
	if (isUpdate) {
		writeFileSync(path, printed);
	}
	t.is(printed, existsSync(path) ? readFileSync(path, "utf8") : "");
}
