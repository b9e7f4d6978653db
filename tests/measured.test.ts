/**
 * Recordings of real servers, replayed: all groups but those of the SQL engine have equal answers.
 *
 * Plays a sample of the recordings, or all with CI=true. A failure prints the first differences; counts go to stderr.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { isCharsetRule } from "./measured/charset-rule.ts";
import { printDifference, printDisagreement } from "./measured/difference-text.ts";
import { LocalHost } from "./measured/host.ts";
import { MariadbHost } from "./measured/mariadb.ts";
import { reasonFor } from "./measured/neither.ts";
import { compareOpinions, type Disagreement, type Opinions } from "./measured/opinion.ts";
import { play } from "./measured/player.ts";
import { readRecording } from "./measured/recording.ts";
import { playsAll, recordingsToPlay } from "./measured/sample.ts";

const engineGroups = new Set(["general", "errors"]);
const shownDifferences = 3;
const mostNeither = 0.02;
const groups = recordingsToPlay();

for (const [group, names] of groups) {
	if (!engineGroups.has(group)) {
		test(`${group}: as recorded`, async (t) => {
			let compared = 0;
			const failures: string[] = [];
			for (const name of names) {
				const playback = await play(readRecording(name), new LocalHost({ as: "measured" }));
				compared += playback.compared;
				failures.push(...playback.differences.map((each) => `${name}\n${printDifference(each)}`));
			}
			say(`${group}: ${compared - failures.length} / ${compared} equal`);
			t.is(failures.length, 0, failures.slice(0, shownDifferences).join("\n"));
		});
	}
}

test.serial("general and errors: as recorded, as MariaDB, or neither", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-opinion-"));
	const mariadb = await MariadbHost.open(folder);
	if (mariadb === null) {
		say("!!! SKIPPED: MariaDB is not installed, so there is no second opinion");
	}
	try {
		let compared = 0;
		const neither: Disagreement[] = [];
		for (const group of engineGroups) {
			const sum: Opinions = { recorded: 0, mariadb: 0, reworded: 0, charset: 0, neither: [] };
			for (const name of groups.get(group) ?? []) {
				const counts = await compareOpinions(readRecording(name), new LocalHost({ as: "measured" }), mariadb);
				sum.recorded += counts.recorded;
				sum.mariadb += counts.mariadb;
				sum.reworded += counts.reworded;
				sum.charset += counts.charset;
				sum.neither.push(...counts.neither);
			}
			say(
				`${group}: ${sum.recorded} equal to the recording (${sum.charset} of them charset rules), ` +
					`${mariadb === null ? "?" : `${sum.mariadb} to MariaDB only, ${sum.reworded} to it but for MySQL's words`}, ` +
					`${sum.neither.length} to neither`,
			);
			t.true(sum.recorded > 0);
			compared += sum.recorded + sum.mariadb + sum.reworded + sum.neither.length;
			neither.push(...sum.neither);
		}
		const broken = neither.filter(({ step }) => isCharsetRule(step));
		t.is(broken.map(printDisagreement).join("\n"), "", "charset rules");
		if (mariadb !== null) {
			t.is(
				neither
					.filter((each) => reasonFor(each) === undefined)
					.map(printDisagreement)
					.join("\n"),
				"",
			);
			// A sample has a larger share of such errors than all recordings.
			t.true(!playsAll() || neither.length < mostNeither * compared);
		}
	} finally {
		await mariadb?.stop();
		rmSync(folder, { recursive: true, force: true });
	}
});

function say(line: string): void {
	process.stderr.write(`measured ${line}\n`);
}
