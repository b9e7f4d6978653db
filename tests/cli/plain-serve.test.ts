/**
 * Parser of plain `verso serve` command lines: it agrees with the full one, or leaves the line to it.
 */
import test from "ava";
import { plainServeFlags } from "../../apps/cli/plain-serve.ts";
import { serverSettings } from "../../apps/cli/setting.ts";

const read = (line: string) => plainServeFlags(line === "" ? [] : line.split(" "), serverSettings);

test("flags with their values", (t) => {
	t.deepEqual(read(""), {});
	t.deepEqual(read("serve"), {});
	t.deepEqual(read("--version 2.1.3 -P 4001 --status 0 --data-dir=a=b"), {
		version: "2.1.3",
		port: 4001,
		httpPort: 0,
		dataDir: "a=b",
	});
	t.deepEqual(read("serve --mix insert-check=2.0 --mix show-create=2.1.1 --local-infile"), {
		mix: ["insert-check=2.0", "show-create=2.1.1"],
		localInfile: true,
	});
	t.deepEqual(read("--port x --workers 2"), { port: "x", workers: 2 }, "judged later, as always");
});

test("any other command line is left to the full parser", (t) => {
	for (const line of [
		"run a.sql",
		"--help",
		"-h",
		"-V",
		"--nonsense",
		"--port",
		"--port --tls",
		"serve run",
		"--local-infile=1",
		"-P=1",
		"--version 2.1.3 x",
		"-P4000",
		"--data-dir ",
	]) {
		t.is(read(line), undefined, line);
	}
});
