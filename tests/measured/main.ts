/**
 * `npm run measured`: plays recordings against this checkout, or records them from a live server.
 *
 * Arguments are names or their beginnings (none: all); `--as documented`; `--opinions` asks MariaDB, too; `--record
 * mysql://host:port --http http://host:port [--to FOLDER]` records. Prints every difference with the step, both
 * answers and the rules asked, and `equal / compared` by group; exit code 1 if anything differs.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Option } from "commander";
import { type AskedQuestion, RuleTrace } from "../../core/rules/index.ts";
import { programOf } from "../program-options.ts";
import { printDifference, printDisagreement } from "./difference-text.ts";
import { LocalHost } from "./host.ts";
import { LiveHost } from "./live.ts";
import { MariadbHost } from "./mariadb.ts";
import { compareOpinions } from "./opinion.ts";
import { play } from "./player.ts";
import { record } from "./record.ts";
import { groupOf, readRecording, recordingNames } from "./recording.ts";

const program = programOf(
	"measured",
	"Plays recordings of real servers against this checkout and prints what differs, or records them.",
)
	.argument("[names...]", "recordings, or how their names begin (default: all)")
	.addOption(
		new Option("--as <reading>", "which reading of the releases")
			.choices(["measured", "documented"])
			.default("measured"),
	)
	.option("--opinions", "ask MariaDB, too, and print what neither it nor the recording says")
	.option("--record <url>", "record from this server instead: mysql://host:port")
	.option("--http <url>", "its HTTP interface", "http://127.0.0.1:10080")
	.option("--to <folder>", "where recordings go", "recorded")
	.parse();
const values = program.opts<{
	as: "measured" | "documented";
	opinions?: boolean;
	record?: string;
	http: string;
	to: string;
}>();
const positionals = program.args;
const names = recordingNames().filter(
	(name) => positionals.length === 0 || positionals.some((word) => name.startsWith(word)),
);
if (names.length === 0) {
	process.stderr.write(`no recording begins with ${positionals.join(" or ")}\n`);
	process.exit(2);
}
await (values.record !== undefined ? recordAll(values.record) : values.opinions === true ? askAll() : playAll());
process.exit();

async function playAll(): Promise<void> {
	const groups = new Map<string, { equal: number; compared: number }>();
	for (const name of names) {
		const trace = new RuleTrace();
		const asked = new Map<number, readonly AskedQuestion[]>();
		const { compared, differences } = await play(
			readRecording(name),
			new LocalHost({ as: values.as }, trace),
			(line, differs) => {
				const questions = trace.take();
				if (differs) {
					asked.set(line, questions);
				}
			},
		);
		process.stdout.write(`${name}: ${compared - differences.length} / ${compared}\n`);
		for (const each of differences) {
			process.stdout.write(`${printDifference(each, asked.get(each.line))}\n`);
			process.exitCode = 1;
		}
		const group = groups.get(groupOf(name)) ?? { equal: 0, compared: 0 };
		groups.set(groupOf(name), {
			equal: group.equal + compared - differences.length,
			compared: group.compared + compared,
		});
	}
	for (const [group, { equal, compared }] of groups) {
		process.stdout.write(`${group}: ${equal} / ${compared}\n`);
	}
}

async function askAll(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "verso-opinion-"));
	const mariadb = await MariadbHost.open(folder);
	if (mariadb === null) {
		throw new Error("MariaDB is not installed: --opinions needs it");
	}
	try {
		for (const name of names) {
			const {
				recorded,
				mariadb: only,
				reworded,
				charset,
				neither,
			} = await compareOpinions(readRecording(name), new LocalHost({ as: values.as }), mariadb);
			process.stdout.write(
				`${name}: ${recorded} as recorded (${charset} charset rules), ${only} as MariaDB only, ${reworded} the same in MySQL's words, ` +
					`${neither.length} as neither\n`,
			);
			process.stdout.write(neither.map((each) => `${printDisagreement(each)}\n`).join(""));
			process.exitCode = neither.length > 0 ? 1 : process.exitCode;
		}
	} finally {
		await mariadb.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

async function recordAll(address: string): Promise<void> {
	mkdirSync(values.to, { recursive: true });
	for (const name of names) {
		const file = join(values.to, `${name}.json`);
		writeFileSync(file, await record(readRecording(name), new LiveHost(address, values.http)));
		process.stdout.write(`${file}\n`);
	}
}
