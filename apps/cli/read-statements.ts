/**
 * Reads a script's statements; those of files that it names by `source FILE` or `\\. FILE` are in their place.
 *
 * A file is looked for in the current folder, as the mysql client does.
 */
import { readFileSync } from "node:fs";
import { UsageError } from "../compose/usage-error.ts";
import { type ScriptStatement, splitScript } from "./script.ts";

/** A script that sources itself would never end. */
const deepest = 16;

export function readScript(file: string): string {
	const text = bytesOf(file);
	if (text.startsWith("\x1f\x8b")) {
		throw new UsageError(`${file} is gzipped: gunzip it first, gunzip -c ${file} | verso run -`, 2);
	}
	return text;
}

function bytesOf(file: string): string {
	try {
		return readFileSync(file === "-" ? 0 : file).toString("latin1");
	} catch (failure) {
		throw new UsageError(`cannot read ${file}: ${reasonOf(failure)}`, 2);
	}
}

export function readStatements(file: string, depth = 0): readonly ScriptStatement[] {
	return splitScript(readScript(file)).flatMap((statement) => {
		const { source, line } = statement;
		if (source === undefined) {
			return [depth === 0 ? statement : { ...statement, file }];
		}
		if (source === "" || depth === deepest) {
			const reason = source === "" ? "source takes a file" : `files are sourced more than ${deepest} deep`;
			throw new UsageError(`line ${line} of ${file}: ${reason}`, 2);
		}
		try {
			return readStatements(source, depth + 1);
		} catch (failure) {
			throw failure instanceof UsageError && depth === 0
				? new UsageError(`${failure.message} (sourced in line ${line} of ${file})`, failure.exitCode)
				: failure;
		}
	});
}

const reasons: Readonly<Record<string, string>> = {
	ENOENT: "there is no such file",
	EACCES: "permission denied",
	EISDIR: "it is a directory",
	Z_BUF_ERROR: "its gzipped data end too early",
	Z_DATA_ERROR: "its gzipped data are damaged",
};

/** The system's reason in words. */
export function reasonOf(failure: unknown): string {
	const { code = "", message } = failure as NodeJS.ErrnoException;
	return reasons[code] ?? message;
}
