/**
 * Answer of one command as text: rows under their names, `ok` with counts and warnings, or the mysql client's error.
 *
 * Bytes that are not UTF-8 are printed in hexadecimal.
 */
import type { Connection, FieldPacket, ResultSetHeader } from "mysql2/promise";

interface MysqlFailure {
	readonly errno?: number;
	readonly sqlState?: string;
	readonly sqlMessage?: string;
	readonly message: string;
}

interface RawField {
	buffer(): Buffer | null;
}

export async function sqlAnswer(connection: Connection, sql: string): Promise<string> {
	try {
		const query = { sql, rowsAsArray: true, typeCast: (field: RawField) => printBytes(field.buffer()) };
		const [result, fields] = (await connection.query(query as never)) as unknown as [
			unknown,
			FieldPacket[] | undefined,
		];
		return await printResult(connection, result, fields);
	} catch (failure) {
		return printFailure(failure as MysqlFailure);
	}
}

export async function preparedAnswer(connection: Connection, sql: string, values: readonly unknown[]): Promise<string> {
	try {
		const parameters = values.map((value) =>
			typeof value === "object" && value !== null ? Buffer.from((value as { hex: string }).hex, "hex") : value,
		);
		const [result, fields] = (await connection.execute(
			{ sql, rowsAsArray: true } as never,
			parameters as never,
		)) as unknown as [unknown, FieldPacket[] | undefined];
		return await printResult(connection, result, fields);
	} catch (failure) {
		return printFailure(failure as MysqlFailure);
	}
}

async function printResult(
	connection: Connection,
	result: unknown,
	fields: FieldPacket[] | undefined,
): Promise<string> {
	if (Array.isArray(result)) {
		const names = (fields ?? []).map(({ name }) => name).join("\t");
		const rows = result.map((row) =>
			(row as unknown[]).map((cell) => (cell === null || cell === undefined ? "NULL" : String(cell))).join("\t"),
		);
		return rows.length === 0 ? "(no rows)" : [names, ...rows].join("\n");
	}
	const { affectedRows, warningStatus } = result as ResultSetHeader;
	const changed = affectedRows === 0 ? "ok" : `ok, ${affectedRows} row${affectedRows === 1 ? "" : "s"}`;
	return warningStatus > 0 ? `${changed}\n${await printWarnings(connection)}` : changed;
}

async function printWarnings(connection: Connection): Promise<string> {
	const [rows] = (await connection.query({ sql: "show warnings", rowsAsArray: true })) as unknown as [unknown[][]];
	return rows.map(([level, code, message]) => `${String(level)} ${String(code)}: ${String(message)}`).join("\n");
}

function printFailure({ errno, sqlState, sqlMessage, message }: MysqlFailure): string {
	return errno === undefined ? `failed: ${message}` : `ERROR ${errno} (${sqlState}): ${sqlMessage}`;
}

function printBytes(bytes: Buffer | null): string | null {
	if (bytes === null) {
		return null;
	}
	const text = bytes.toString("utf8");
	return Buffer.from(text, "utf8").equals(bytes) ? text : `x'${bytes.toString("hex")}'`;
}

export async function httpAnswer(
	port: number,
	{
		method,
		path,
		form,
		headers,
	}: { method: string; path: string; form: readonly string[] | undefined; headers: Readonly<Record<string, string>> },
): Promise<string> {
	const body = form === undefined ? {} : { body: form.join("&") };
	const type: Record<string, string> =
		form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
	const response = await fetch(`http://127.0.0.1:${port}${path}`, {
		method,
		headers: { ...type, ...headers },
		redirect: "manual",
		...body,
	});
	const text = await response.text();
	const isJson = (response.headers.get("content-type") ?? "").includes("json") && text !== "";
	return `${response.status}${text === "" ? "" : ` ${isJson ? printJson(JSON.parse(text)) : text.trimEnd()}`}`;
}

/** Ids and times differ from run to run and between releases: they are left out. */
function printJson(value: unknown): string {
	return JSON.stringify(value, (key, member: unknown) =>
		key === "id" || key === "update_timestamp" ? undefined : member,
	);
}
