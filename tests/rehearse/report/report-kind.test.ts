/**
 * `--report KIND[=FILE]`: what is understood, what is refused, files written whole.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { UsageError } from "../../../apps/compose/usage-error.ts";
import { parseReportWish, planReports, reportKinds } from "../../../apps/rehearse/report/report-kind.ts";
import { writeFileWhole } from "../../../apps/rehearse/report/write-file.ts";

test("kinds and files", (t) => {
	for (const kind of reportKinds) {
		t.deepEqual(parseReportWish(kind), { kind });
	}
	t.deepEqual(parseReportWish("html=a=b.html"), { kind: "html", file: "a=b.html" });
	const refused = [
		["htm", /not htm; did you mean html\?/],
		["junt=x.xml", /not junt; did you mean junit\?/],
		["", /not /],
		["json=", /names no file/],
	] as const;
	for (const [text, message] of refused) {
		t.is(t.throws(() => parseReportWish(text), { instanceOf: UsageError, message })?.exitCode, 2);
	}
});

test("text goes to standard output unless another report does", (t) => {
	const plan = (...texts: readonly string[]) =>
		planReports(texts.map(parseReportWish)).map(({ kind, file }) => (file === undefined ? kind : `${kind}=${file}`));
	t.deepEqual(plan(), ["text"]);
	t.deepEqual(plan("html=a"), ["text", "html=a"]);
	t.deepEqual(plan("json", "html=a"), ["json", "html=a"]);
	t.deepEqual(plan("text=a"), ["text=a"]);
	t.deepEqual(plan("github", "text"), ["text", "github"]);
	t.deepEqual(plan("json", "json"), ["json"]);
	t.throws(() => plan("json", "text"), { message: /text and json|json and text/ });
	t.throws(() => plan("html=a", "json=a"), { message: /two reports go to a/ });
});

test("a file is written whole or not at all", (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-report-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "out.json");
	writeFileWhole(file, ["a", "🌷".repeat(50_000), "z"]);
	t.is(readFileSync(file, "utf8"), `a${"🌷".repeat(50_000)}z`);
	function* failing(): Generator<string> {
		yield "half".repeat(50_000);
		throw new RangeError("planted");
	}
	t.throws(() => writeFileWhole(file, failing()), { instanceOf: RangeError });
	t.is(readFileSync(file, "utf8").length, 2 + 2 * 50_000);
	t.deepEqual(readdirSync(folder), ["out.json"]);
	const missing = t.throws(() => writeFileWhole(join(folder, "no", "x"), ["a"]), { instanceOf: UsageError });
	t.is(missing?.exitCode, 2);
	t.throws(() => writeFileWhole(folder, ["a"]), { instanceOf: UsageError });
	symlinkSync(file, join(folder, "link"));
	writeFileWhole(join(folder, "link"), ["through"]);
	t.is(readFileSync(file, "utf8"), "through");
	writeFileWhole("/dev/null", ["gone"]);
	writeFileSync(join(folder, "other"), "");
	t.deepEqual(readdirSync(folder).sort(), ["link", "other", "out.json"]);
});
