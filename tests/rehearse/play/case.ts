/**
 * Cases of rehearsals: folders with inputs and the flags that are given, played by the command itself.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RehearsalReport } from "../../../apps/rehearse/report/format.ts";
import { programFile } from "../../cli/program-file.ts";
import { root } from "../../root.ts";

export const casesFolder = join(root, "tests", "rehearse", "play", "cases");
export const caseNames = readdirSync(casesFolder).sort();

interface Played {
	readonly exitCode: number;
	readonly text: string;
	/** As it is in the file. */
	readonly json: string;
	readonly report: RehearsalReport;
}

export function playCase(name: string, more: readonly string[] = []): Played {
	const folder = join(casesFolder, name);
	const flags = readFileSync(join(folder, "flags.txt"), "utf8").trim().split(/\s+/);
	return playIn(folder, [...flags, ...more]);
}

export function playIn(folder: string, flags: readonly string[]): Played {
	const out = mkdtempSync(join(tmpdir(), "verso-rehearse-"));
	const file = join(out, "report.json");
	try {
		const args = [programFile, "rehearse", ...flags];
		const { status, stdout } = run([...args, "--report", `json=${file}`, "--report", "text"], folder);
		const json = readFileSync(file, "utf8");
		return { exitCode: status, text: stdout, json, report: JSON.parse(json) as RehearsalReport };
	} finally {
		rmSync(out, { recursive: true, force: true });
	}
}

function run(args: readonly string[], cwd: string): { readonly status: number; readonly stdout: string } {
	try {
		return { status: 0, stdout: execFileSync(process.execPath, args, { cwd, encoding: "utf8", stdio: "pipe" }) };
	} catch (failure) {
		const { status, stdout, stderr } = failure as { status: number | null; stdout: string; stderr: string };
		if (status === null || stdout === "") {
			throw new Error(`verso ${args.slice(1).join(" ")}: ${stderr}`);
		}
		return { status, stdout };
	}
}
