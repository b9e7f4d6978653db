/**
 * Plays a recording on a host and compares: returns the number of compared steps, and those that differ.
 *
 * One data directory serves all starts of a scenario; connections end with the server.
 */
import { type Given, difference } from "./compare.ts";
import type { HttpCall, HttpResult, Recording, Step } from "./recording.ts";
import { WireClient } from "./wire.ts";

/** Addresses of a running server. */
export interface Address {
	readonly host: string;
	readonly mysqlPort: number;
	readonly httpBase: string;
}

/** Starts and stops servers on one data directory. */
export interface Host {
	/** Undefined where the server refuses to start. */
	start(version: string, config: Readonly<Record<string, boolean | number | string>>): Promise<Address | undefined>;
	close(): Promise<void>;
}

export interface Difference {
	/** Line of the step in its file, from 1. */
	readonly line: number;
	readonly step: Step;
	readonly given: Given;
	readonly what: string;
}

interface Playback {
	readonly name: string;
	readonly compared: number;
	readonly differences: readonly Difference[];
}

/** `played` is called for every compared step. */
export async function play(
	recording: Recording,
	host: Host,
	played?: (line: number, differs: boolean) => void,
): Promise<Playback> {
	const databases = new Set(["test", ...madeDatabases(recording)]);
	const differences: Difference[] = [];
	let compared = 0;
	for await (const [step, given, line] of playSteps(recording, host)) {
		const counts = isCompared(step);
		compared += counts ? 1 : 0;
		const what = counts ? difference(step, given, databases) : undefined;
		if (what !== undefined) {
			differences.push({ line, step, given, what });
		}
		played?.(line, what !== undefined);
	}
	return { name: recording.name, compared, differences };
}

/** Yields every step with its current answer, for comparison and for recording. */
export async function* playSteps(
	recording: Recording,
	host: Host,
): AsyncGenerator<[step: Step, given: Given, line: number]> {
	let address: Address | undefined;
	const clients = new Map<string, WireClient>();
	const client = async (name = "a"): Promise<WireClient> => {
		const known = clients.get(name) ?? (await WireClient.open(address?.host ?? "", address?.mysqlPort ?? 0));
		clients.set(name, known);
		return known;
	};
	try {
		for (const [at, step] of recording.steps.entries()) {
			if ("start" in step) {
				for (const each of clients.values()) {
					each.close();
				}
				clients.clear();
				address = await host.start(step.start.version, step.start.config);
				yield [step, await greeting(address), at + 2];
			} else if ("http" in step) {
				yield [step, await request(address?.httpBase ?? "", step.http), at + 2];
			} else {
				const connection = await client(step.conn);
				const given =
					"sql" in step ? await connection.query(step.sql) : await connection.prepared(step.prepare, step.args);
				yield [step, given, at + 2];
			}
		}
	} finally {
		for (const each of clients.values()) {
			each.close();
		}
		await host.close();
	}
}

async function greeting(address: Address | undefined): Promise<Given> {
	if (address === undefined) {
		return { started: false };
	}
	const client = await WireClient.open(address.host, address.mysqlPort);
	const { rows } = await client.query("select version()");
	client.close();
	return { started: true, version: String(rows?.[0]?.[0]) };
}

async function request(base: string, { method, path, form, body, headers }: HttpCall): Promise<HttpResult> {
	const sent = form === undefined ? body : new URLSearchParams(form).toString();
	const type: Record<string, string> =
		form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
	const response = await fetch(base + path, {
		method,
		redirect: "manual",
		headers: { ...type, ...headers },
		// A body of bytes keeps the client from adding a content type of its own.
		...(sent === undefined ? {} : { body: Buffer.from(sent) }),
	});
	const text = await response.text();
	const contentType = response.headers.get("content-type");
	const location = response.headers.get("location");
	const isJson = (contentType ?? "").startsWith("application/json") && text !== "";
	return {
		status: response.status,
		type: contentType,
		body: isJson ? JSON.parse(text) : text,
		...(location === null ? {} : { location }),
	};
}

/** Returns whether the step's answer is compared. */
export function isCompared(step: Step): boolean {
	return step.volatile !== true && !isTableById(step);
}

/** Ids of real tables are not compared, nor requests by such an id. */
function isTableById(step: Step): boolean {
	if (!("http" in step) || !/table_id=\d+/.test(step.http.path)) {
		return false;
	}
	return step.result.status === 200;
}

function madeDatabases(recording: Recording): string[] {
	return recording.steps.flatMap((step) => {
		const made =
			"sql" in step ? /^\s*create\s+(?:database|schema)\s+(?:if\s+not\s+exists\s+)?`?(\w+)/i.exec(step.sql) : null;
		return made?.[1] === undefined ? [] : [made[1].toLowerCase()];
	});
}
