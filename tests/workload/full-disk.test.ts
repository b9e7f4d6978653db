/**
 * A recording on a disk that takes no more: the lines before are whole, and one sentence says where it ends.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";

test("a full disk ends a recording behind a whole line", (t) => {
	if (process.platform === "win32") {
		t.pass("a shell limits the size of files elsewhere only");
		return;
	}
	const folder = mkdtempSync(join(tmpdir(), "verso-full-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "recording.jsonl");
	const module = new URL("../../apps/cli/record/recording-file.js", import.meta.url).href;
	const script = `
		const { RecordingFile } = await import(${JSON.stringify(module)});
		const recording = new RecordingFile(${JSON.stringify(file)}, "verso serve");
		const event = { session: 1, text: "x".repeat(300) };
		let written = 0;
		while (written < 10_000 && recording.write(event)) written++;
		console.log(written, recording.write(event), recording.end());`;
	// 16 blocks of 512 or of 1,024 bytes.
	const limited = ["-c", 'ulimit -f 16; exec "$0" --input-type=module -e "$1"', process.execPath, script];
	const { stdout, stderr } = spawnSync("sh", limited, { encoding: "utf8" });
	const [written, ...rest] = stdout.trim().split(" ");
	t.deepEqual(rest, ["false", "false"]);
	t.regex(
		stderr,
		new RegExp(
			`^verso: cannot write .*recording\\.jsonl: .*; the recording ends there, after ${written} statements\n$`,
		),
	);
	const lines = readFileSync(file, "utf8");
	t.true(lines.endsWith("}\n"));
	t.is(
		lines
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line) as object).length,
		Number(written) + 1,
	);
});
