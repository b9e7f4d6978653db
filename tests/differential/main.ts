/**
 * `npm run differential -- [--count 100000] [--seed 1] [--first]`: random statements to verso and to MariaDB, and what they answer differently.
 *
 * In: how many, from which seed on. Out: each difference, made small, with both answers; exit code 1 if there is one that is not on
 * the list of `known.ts`. MariaDB is started by this program.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDuel } from "./arena.ts";

const { values } = parseArgs({
	options: {
		count: { type: "string", default: "100000" },
		seed: { type: "string", default: "1" },
		/** Ends at the first difference. */
		first: { type: "boolean", default: false },
	},
});
const folder = mkdtempSync(join(tmpdir(), "verso-differential-"));
const arena = await openDuel(folder);
if (arena === null) {
	process.stderr.write("MariaDB is not installed: there is nobody to differ from\n");
	process.exit(2);
}
const { statements, findings, known, refused } = await arena.duel.play(Number(values.seed), Number(values.count), ({ seed, sql, smallest, ours, theirs }) => {
	process.stdout.write(`\nseed ${seed}: ${smallest}\n  ours   ${ours}\n  theirs ${theirs}\n${smallest === sql ? "" : `  of     ${sql.slice(0, 300)}\n`}`);
	if (values.first) {
		process.exit(1);
	}
});
await arena.close();
rmSync(folder, { recursive: true, force: true });
for (const [why, times] of known) {
	process.stdout.write(`known, ${times} times: ${why}\n`);
}
process.stdout.write(`${statements} statements, ${refused} refused by both, ${findings.length} differences\n`);
process.exit(findings.length > 0 ? 1 : 0);
