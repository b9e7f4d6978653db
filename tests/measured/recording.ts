/**
 * Reads recordings of real servers: scenarios of steps with recorded answers.
 *
 * JSON files under `recordings/`. A recording is data, never edited by hand.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import type { WireResult } from "./wire.ts";

export interface HttpCall {
	readonly method: string;
	readonly path: string;
	readonly form?: Readonly<Record<string, string>>;
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpResult {
	readonly status: number;
	readonly type: string | null;
	readonly body: unknown;
	readonly location?: string;
}

interface Flags {
	readonly unordered?: boolean;
	readonly volatile?: boolean;
}

export type Step = Flags &
	(
		| {
				readonly start: {
					readonly version: string;
					readonly config: Readonly<Record<string, boolean | number | string>>;
				};
				readonly result: { readonly started: boolean; readonly version?: string };
		  }
		| { readonly sql: string; readonly conn?: string; readonly result: WireResult }
		| {
				readonly prepare: string;
				readonly args: readonly (string | number | null | { readonly hex: string })[];
				readonly conn?: string;
				readonly result: WireResult;
		  }
		| { readonly http: HttpCall; readonly result: HttpResult }
	);

export interface Recording {
	readonly name: string;
	readonly about: string;
	readonly steps: readonly Step[];
}

const folder = join(root, "tests", "measured", "recordings");

export function recordingNames(): string[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith(".json"))
		.map((file) => file.replace(/\.json$/, ""))
		.sort();
}

export function readRecording(name: string): Recording {
	return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Recording;
}

/** Returns the group: `alter` for `alter-2.1.1-2.1.3`. */
export function groupOf(name: string): string {
	return name.split("-")[0] as string;
}
