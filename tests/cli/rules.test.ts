/**
 * `verso releases` and `verso rules`: the contents of the plugins, and how a mix is printed.
 */
import test from "ava";
import { join } from "node:path";
import { quirks } from "../../plugins/measured/index.ts";
import { root } from "../root.ts";
import { runVerso, serveVerso, temporaryFolder } from "./program.ts";

const anyQuirk = quirks[0]?.name ?? "";
const plugin = join(root, "plugins/examples/require-primary-key.mjs");

interface Rules {
	readonly release: string;
	readonly rules: readonly {
		hook: string;
		rule: string;
		origin: string;
		since: string | null;
		note: string;
		history: { rule: string; from: string; name: string }[];
	}[];
	readonly switches: readonly { name: string; surface: string }[];
}

test("`verso releases` prints JSON", async (t) => {
	const { stdout, exitCode } = await runVerso(["releases", "--json"]);
	const { releases, accepted } = JSON.parse(stdout) as {
		releases: { release: string; date: string; changes: { hook: string; note: string }[] }[];
		accepted: string[];
	};
	t.is(exitCode, 0);
	t.deepEqual(
		releases.map(({ release }) => release),
		["2.0", "2.1.1", "2.1.2", "2.1.3", "2.1.5", "2.1.7"],
	);
	t.deepEqual(accepted, ["2.0", "2.0.x", "2.1.0", "2.1.1", "2.1.2", "2.1.3", "2.1.4", "2.1.5", "2.1.6", "2.1.7"]);
	t.true(
		releases.every(
			({ date, changes }) =>
				/^\d{4}-\d\d-\d\d$/.test(date) &&
				changes.length > 0 &&
				changes.every(({ hook, note }) => hook !== "" && /^[A-Z].+\.$/.test(note)),
		),
	);
	t.deepEqual(
		releases.map(({ date }) => date),
		releases.map(({ date }) => date).sort(),
	);
});

test("`verso rules` shows the origin of each rule, also of a mixed one", async (t) => {
	const { stdout } = await runVerso([
		"rules",
		"--version",
		"2.1.6",
		"--mix",
		"insert-check=2.0",
		"--mix",
		"show-create=2.1.4",
		"--json",
	]);
	const { release, rules, switches } = JSON.parse(stdout) as Rules;
	const rule = (hook: string) => rules.find((each) => each.hook === hook);
	t.is(release, "2.1.6");
	t.like(rule("identity"), { origin: "2.1.5", since: "2019-02-28" });
	t.like(rule("insert-check"), {
		rule: "InsertCheck",
		origin: "2.0",
		history: [{ from: "kernel" }, { from: "mix", name: "2.0" }],
	});
	t.like(rule("show-create"), {
		rule: "PrintDifferingCharsets",
		origin: "2.1.3",
		history: [{ from: "kernel" }, { from: "release", name: "2.1.3" }, { from: "mix", name: "2.1.3" }],
	});
	// The switches that a rule declares come and go with it.
	t.false(switches.some(({ name }) => name === "db_check_mb4_value_in_utf8"));
	t.true(switches.some(({ name }) => name === "db_skip_utf8_check"));
});

test("`verso rules` prints a table", async (t) => {
	const { stdout } = await runVerso(["rules", "--version", "2.1.5", "--mix", "insert-check=2.0"]);
	t.regex(stdout, /^verso 2\.1\.5 \(as documented, mix insert-check=2\.0\)\n/);
	t.regex(stdout, /^hook +rule +from +note$/m);
	t.regex(stdout, /^insert-check +InsertCheck +mix 2\.0 \(kernel\) /m);
	t.regex(stdout, /^show-create +PrintDifferingCharsets +release 2\.1\.3 /m);
});

test("`verso rules` has the changed hooks alone in its table, and the kernel's in one line", async (t) => {
	const { stdout } = await runVerso(["rules", "--version", "2.1.7"]);
	t.regex(stdout, /^The kernel's own rules, the oldest answers: .*\bgrammar\b/m);
	t.notRegex(stdout, /The oldest answer\./);
});

test("an impossible mix is refused", async (t) => {
	for (const [mix, words] of [
		["nosuch=2.0", /no hook nosuch; hooks are .*insert-check/],
		["insert-check", /takes HOOK=RELEASE/],
		["insert-check=2.2", /unknown release 2\.2.*; known releases are/],
	] as const) {
		const ended = await runVerso(["rules", "--mix", mix]);
		t.regex(ended.stderr, words);
		t.deepEqual([ended.stdout, ended.exitCode], ["", 2]);
	}
});

test("`verso rules --matrix` shows hooks by releases", async (t) => {
	const { stdout } = await runVerso(["rules", "--matrix"]);
	t.regex(stdout, /^hook +2\.0 +2\.1\.1 +2\.1\.2 +2\.1\.3 +2\.1\.5 +2\.1\.7$/m);
	t.regex(stdout, /^statement +kernel +(= +){4}=$/m);
	t.regex(stdout, /^show-create +kernel +(= +){2}PrintDifferingCharsets +=/m);
	const json = await runVerso(["rules", "--matrix", "--json", "--plugin", plugin]);
	const { hooks } = JSON.parse(json.stdout) as {
		hooks: { hook: string; releases: Record<string, { origin: string; questions: string[] }[]> }[];
	};
	const tables = hooks.find(({ hook }) => hook === "table-definition")?.releases;
	t.deepEqual(
		Object.values(tables ?? {}).map(([first]) => first?.origin),
		new Array(6).fill("plugin require-primary-key"),
	);
});

test("`verso rules --from` shows the questions whose rules changed", async (t) => {
	const { stdout } = await runVerso(["rules", "--from", "2.1.1", "--version", "2.1.3"]);
	t.regex(stdout, /^verso 2\.1\.1 to 2\.1\.3 \(as documented\): \d+ changed questions\n/);
	t.regex(stdout, /^show-create\.columnCharset +kernel +PrintDifferingCharsets \(release 2\.1\.3\)/m);
	const same = await runVerso(["rules", "--from", "2.1.3", "--version", "2.1.4"]);
	t.is(same.stdout, "verso 2.1.3 to 2.1.4 (as documented): no changed questions\n");
	t.is((await runVerso(["rules", "--from", "2.2"])).exitCode, 2);
	t.regex((await runVerso(["rules", "--from", "2.0", "--json"])).stdout, /"question": "default-charset\.server"/);
});

test("ready line, rules, info and verso_rules() say mix, quirk and plugin", async (t) => {
	const folder = temporaryFolder(t);
	const words = ["--version", "2.1.3", "--mix", "insert-check=2.0", "--quirk", anyQuirk, "--plugin", plugin];
	const said = `2.1.3 (as documented, mix insert-check=2.0, quirk ${anyQuirk}, plugin ${plugin})`;
	t.true((await runVerso(["rules", ...words])).stdout.startsWith(`verso ${said}\n`));
	const data = join(folder, "data");
	const server = await serveVerso(t, [...words, "--data-dir", data]);
	t.true(server.readyLine.startsWith(`verso ${said} ready: mysql://`), server.readyLine);
	const [rows] = await (await server.connect()).query("select verso_rules() as said");
	t.deepEqual(rows, [{ said }] as never);
	t.is((await server.stop()).exitCode, 0);
	t.true((await runVerso(["info", data])).stdout.includes("insert-check=2.0"));
});
