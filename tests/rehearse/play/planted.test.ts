/**
 * Planted faults of a rehearsal: a way out that is none shows as none, a consequence is no finding, and an interrupted
 * rehearsal is partial.
 */
import test from "ava";
import type { Kit } from "../../../core/rules/kit.ts";
import type { ReportedFinding } from "../../../apps/rehearse/report/format.ts";
import { matchers, rehearse } from "../../../apps/testing/rehearsed.ts";

const schema = "create table t (id int primary key, a varchar(10)) charset=utf8;";

/** A release that refuses long text, with a way out that helps and one that does not. */
function strictRelease({ release, changed, InsertCheck, refuse }: Kit) {
	return release("2.2.0", "2019-06-30", [
		changed(
			InsertCheck,
			(Base) =>
				class RefuseLongText extends Base {
					override scope(): "all" {
						return "all";
					}
					override text(...[value, column, settings]: Parameters<InstanceType<typeof Base>["text"]>) {
						return value.length > 3 ? refuse(1105, "HY000", "too long a text") : super.text(value, column, settings);
					}
				},
			"Text of more than three bytes is refused.",
			{
				why: "For this test.",
				example: "select 1",
				waysOut: [
					{
						when: { message: /^too long/ },
						text: "turn strictness off",
						step: { kind: "before", statement: "set @strict = 0" },
					},
					{
						when: { message: /^too long/ },
						text: "write less",
						step: { kind: "edit", edit: "replace", pattern: /'.*'/, replacement: "'abc'" },
					},
				],
			},
		),
	]);
}

function only(findings: readonly ReportedFinding[], of: ReportedFinding["class"]): ReportedFinding {
	const [found, ...rest] = findings.filter((finding) => finding.class === of);
	if (found === undefined || rest.length > 0) {
		throw new Error(`${findings.length} findings, not one that ${of}`);
	}
	return found;
}

test("a false way out is shown as false, a true one as true", async (t) => {
	const report = await rehearse({
		schema,
		traffic: "insert into t values (1, 'abcd');",
		path: ["2.1.7", "2.2.0"],
		plugins: [strictRelease as never],
	});
	const { waysOut, blame, firstRelease } = only(report.findings, "breaks");
	t.is(firstRelease, "2.2.0");
	t.deepEqual(
		blame.map(({ rule }) => rule),
		blame.map(() => "RefuseLongText"),
	);
	t.true(blame.some(({ question }) => question === "text"));
	t.deepEqual(
		waysOut.map(({ text, works, of, verified }) => [text, works, of, verified]),
		[
			["write less", 1, 1, true],
			["turn strictness off", 0, 1, false],
		],
	);
});

test("consequences of a refused ALTER are under it, and none is a finding", async (t) => {
	const migrations = `alter table t change column a b varchar(20);
		insert into t (id, b) values (1, 'more than ten');
		create index by_b on t (b);
		select b from t;`;
	const report = await rehearse({ schema, migrations, path: ["2.1.0", "2.1.1"], as: "documented" });
	const { consequences, statements } = only(report.findings, "breaks");
	t.is(report.findings.length, 1);
	t.deepEqual([statements, consequences], [["s2"], ["s3", "s4", "s5"]]);
	t.is(report.statements[2]?.outcome["2.1.1"]?.class, "ok");
	t.is(report.statements[2]?.outcome["2.1.1"]?.follows, "s2");
});

test("an interrupted rehearsal gives a partial report", async (t) => {
	const stopping = new AbortController();
	stopping.abort();
	const report = await rehearse({
		schema,
		traffic: "insert into t values (1, 'a'); select * from t;",
		path: ["2.1.0", "2.1.7"],
		signal: stopping.signal,
	});
	t.true(report.partial);
	t.is(report.findings.length, 0);
});

test("what fails at every stop is not judged, and a rehearsal of nothing else has exit code 2", async (t) => {
	const report = await rehearse({ schema, traffic: "selec 1; select * from nowhere;", path: ["2.0", "2.1.7"] });
	t.deepEqual(
		report.notJudged.map(({ kind }) => kind),
		["unreadable", "refused-everywhere"],
	);
	t.is(report.exitCode, 2);
});

test("a rehearsal of a schema alone judges nothing: exit code 2 in the library as in the command", async (t) => {
	const report = await rehearse({ schema, path: ["2.0", "2.1.7"] });
	t.deepEqual([report.findings.length, report.tables, report.exitCode], [0, 1, 2]);
});

test("toSurviveUpgrade fails with the place, the rule and a way out", async (t) => {
	const broken = { schema, migrations: "alter table t change column a a varchar(20);", as: "documented" as const };
	const { pass, message } = await matchers.toSurviveUpgrade(broken, "2.1.0", "2.1.1");
	t.false(pass);
	t.regex(message(), /migration:1: breaks from 2\.1\.1 on, unsupported modify column charset .*ImplyTheServerCharset/);
	t.regex(message(), /name the charset/);
	t.true((await matchers.toSurviveUpgrade({ schema, traffic: "select 1" }, "2.0", "2.1.7")).pass);
});
