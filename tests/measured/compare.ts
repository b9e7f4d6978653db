/**
 * Compares an answer with a recorded one by the rules of the recordings; returns undefined or the difference.
 *
 * Ids, counters and times are ignored; any syntax error equals any other.
 */
import type { HttpResult, Step } from "./recording.ts";
import type { WireResult } from "./wire.ts";

export type Given = WireResult | HttpResult | { readonly started: boolean; readonly version?: string };

/** `databases`: the scenario's own and test; GET /schema ignores others. */
export function difference(step: Step, given: Given, databases: ReadonlySet<string>): string | undefined {
	if ("start" in step) {
		const { started, version } = given as { started: boolean; version?: string };
		return started === step.result.started && (!started || version === step.result.version) ? undefined : "start";
	}
	if ("http" in step) {
		return httpDifference(step.http.path, step.result, given as HttpResult, step.unordered === true, databases);
	}
	return sqlDifference(step.result, given as WireResult, step.unordered === true);
}

function sqlDifference(wanted: WireResult, given: WireResult, unordered: boolean): string | undefined {
	if (isSyntaxError(wanted)) {
		return given.error?.code === 1064 ? undefined : "a syntax error is wanted";
	}
	return same(normal(wanted, unordered), normal(given, unordered)) ? undefined : "result";
}

/** Messages of the real servers' syntax errors begin with the position. */
function isSyntaxError({ error }: WireResult): boolean {
	return error !== undefined && typeof error.message === "string" && /^line \d+ column \d+ near/.test(error.message);
}

function normal(result: WireResult, unordered: boolean): WireResult {
	if (result.rows === undefined) {
		return result.ok === undefined ? result : { ...result, ok: { ...result.ok, insertId: String(result.ok.insertId) } };
	}
	const rows = result.rows.map((row) =>
		row.map((cell) => (typeof cell === "string" ? cell.replace(/ AUTO_INCREMENT=\d+/, "") : cell)),
	);
	return { columns: result.columns ?? [], rows: unordered ? sorted(rows) : rows };
}

function httpDifference(
	path: string,
	wanted: HttpResult,
	given: HttpResult,
	unordered: boolean,
	databases: ReadonlySet<string>,
): string | undefined {
	if (wanted.status !== given.status || wanted.type !== given.type || wanted.location !== given.location) {
		return "status, type or location";
	}
	if (typeof wanted.body !== "object" || wanted.body === null) {
		return same(wanted.body, given.body) ? undefined : "body";
	}
	const bare = path.split("?", 1)[0];
	if (bare === "/settings") {
		const keys = ["check-mb4-value-in-utf8", "treat-old-version-utf8-as-utf8mb4"];
		return keys.every((key) => same(member(wanted.body, key), member(given.body, key))) ? undefined : "body";
	}
	if (bare === "/status") {
		return same(Object.keys(wanted.body), Object.keys(given.body as object)) ? undefined : "keys";
	}
	const [left, right] = [wanted.body, given.body].map((body) => plain(onlyOwn(bare === "/schema", body, databases)));
	return same(unordered ? sorted(left) : left, unordered ? sorted(right) : right) ? undefined : "body";
}

function onlyOwn(isSchemaList: boolean, body: unknown, databases: ReadonlySet<string>): unknown {
	if (!isSchemaList || !Array.isArray(body)) {
		return body;
	}
	return body.filter((entry) => databases.has(String(member(member(entry, "db_name"), "L"))));
}

/** Removes what is not compared: the object's own id, its next AUTO_INCREMENT value, its time. */
function plain(body: unknown): unknown {
	if (Array.isArray(body)) {
		return body.map(plain);
	}
	if (typeof body !== "object" || body === null) {
		return body;
	}
	return Object.fromEntries(
		Object.entries(body).filter(([key]) => !["id", "auto_inc_id", "update_timestamp"].includes(key)),
	);
}

function member(value: unknown, key: string): unknown {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function sorted(value: unknown): unknown[] & never[] {
	return (Array.isArray(value) ? [...value].sort((a, b) => (print(a) < print(b) ? -1 : 1)) : value) as unknown[] &
		never[];
}

/** The order of members is compared, as readers of the text see it; numbers of 16 digits are recorded as text. */
function same(left: unknown, right: unknown): boolean {
	return print(left) === print(right);
}

function print(value: unknown): string {
	return (
		JSON.stringify(value, (_key, each: unknown) => (typeof each === "number" ? String(each) : each)) ?? "undefined"
	);
}
