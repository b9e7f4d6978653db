/**
 * `npm run differential`: plays random statements on verso and MariaDB and prints the different answers.
 *
 * Options: `--count 100000`, `--seed 1`, `--first`, `--only single`. Prints each difference, minimized, with both
 * answers; exit code 1 if one is not in `known.ts`. Starts MariaDB itself.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programOf, wholeNumber } from "../program-options.ts";
import { openDuel } from "./arena.ts";
import { allNames } from "./duel.ts";

const program = programOf(
	"differential",
	"Plays random statements on verso and on MariaDB, and prints what they answer differently, made small.",
)
	.option("--count <number>", "how many statements", wholeNumber, 100_000)
	.option("--seed <number>", "the first world's seed", wholeNumber, 1)
	.option(
		"--only <names>",
		"sequences of these kinds alone: unique,foreignKey; or single: no sequences; or sequence: all of " +
			"them, and no singles",
	)
	.option("--known <words>", "print differences on the list, too, whose reason has these words")
	.option("--first", "end at the first difference", false)
	.parse();
const wish = program.opts<{ count: number; seed: number; first: boolean; only?: string; known?: string }>();
/** Statements between two progress lines. */
const stride = 5000;
const folder = mkdtempSync(join(tmpdir(), "verso-differential-"));
const arena = await openDuel(folder);
if (arena === null) {
	process.stderr.write("MariaDB is not installed: nothing to compare with\n");
	process.exit(2);
}
const { statements, findings, known, refused } = await arena.duel.play(
	wish.seed,
	wish.count,
	({ seed, sql, smallest, ours, theirs, why }) => {
		if (why !== undefined && !(wish.known !== undefined && why.includes(wish.known))) {
			return;
		}
		process.stdout.write(
			`\n${why === undefined ? "" : `known: ${why}\n`}seed ${seed}: ${smallest}\n  ours   ${ours}\n  ` +
				`theirs ${theirs}\n${smallest === sql ? "" : `  of     ${sql.slice(0, 2000)}\n`}`,
		);
		if (wish.first && why === undefined) {
			process.exit(1);
		}
	},
	({ statements, findings }) => {
		if (statements % stride === 0) {
			process.stderr.write(`${statements} of ${wish.count} statements, ${findings.length} differences\n`);
		}
	},
	wish.only === "single" ? [] : wish.only === "sequence" ? [...allNames] : (wish.only?.split(",") ?? allNames),
);
await arena.close();
rmSync(folder, { recursive: true, force: true });
for (const [why, times] of known) {
	process.stdout.write(`known, ${times} times: ${why}\n`);
}
process.stdout.write(`${statements} statements, ${refused} refused by both, ${findings.length} differences\n`);
process.exit(findings.length > 0 ? 1 : 0);
