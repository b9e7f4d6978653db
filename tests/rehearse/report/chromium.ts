/**
 * Chromium without a window and without a network: the document of a page after its script has run.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { longestRun } from "../../longest-run.ts";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** Undefined where none is installed. */
export const chromium = names.find((name) => spawnSync(name, ["--version"]).status === 0);

interface Page {
	/** As it is after the script: HTML. */
	readonly document: string;
	/** Messages of the console: refused loads, errors of the script. */
	readonly complaints: readonly string[];
}

export async function loadPage(address: string): Promise<Page> {
	const profile = mkdtempSync(join(tmpdir(), "verso-chromium-"));
	const flags = [
		"--headless",
		"--no-sandbox",
		"--disable-gpu",
		"--disable-background-networking",
		"--host-resolver-rules=MAP * ~NOTFOUND",
		`--user-data-dir=${profile}`,
		"--enable-logging=stderr",
		"--virtual-time-budget=5000",
		"--dump-dom",
		address,
	];
	try {
		const { stdout, stderr } = await run(chromium ?? "", flags);
		return { document: stdout, complaints: stderr.split("\n").filter((line) => line.includes(":CONSOLE")) };
	} finally {
		rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
	}
}

function run(program: string, words: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
	return new Promise((resolve, reject) => {
		execFile(program, words, { maxBuffer: 1 << 28, ...longestRun }, (failure, stdout, stderr) => {
			if (failure === null) {
				resolve({ stdout, stderr });
			} else {
				reject(failure);
			}
		});
	});
}
