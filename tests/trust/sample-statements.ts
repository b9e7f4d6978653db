/**
 * Statements to be mutated: those of the session scripts that neither wait nor change the server for others.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

const folder = join(root, "tests", "session", "scripts");
const unwanted =
	/\b(shutdown|kill|sleep|benchmark|get_lock|lock|global|unlock|outfile|infile|user|password|grant|revoke|xa|event)\b/i;

export function sampleStatements(): readonly string[] {
	return readdirSync(folder).flatMap((name) =>
		readFileSync(join(folder, name), "utf8")
			.split("\n")
			.filter((line) => /^[a-z].{5,400};$/.test(line) && !unwanted.test(line))
			.map((line) => line.slice(0, -1)),
	);
}
