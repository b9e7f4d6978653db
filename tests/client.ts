/**
 * Script client in the process: plays statements of several sessions on a kernel and writes the answers below them.
 *
 * The returned script has the current answers, so that a test compares texts.
 *
 *     # Prose is kept.
 *     insert into t values (1);         a statement a line, in session a
 *         ok, 1 changed                 its answer, indented
 *     b> select * from t;               another session, connected when it is first named
 *     b? select ? + 1; with 4, "x"      prepared and executed with these values
 *     ! connect b joe localhost d       a session of joe from that host; the database may be left out
 *     ! close b                         the session ends
 *     ! switch NAME on                  the server's own value of a switch
 *
 * A result set is tab-separated, its first line the names; warnings follow with a `!`.
 */
import type { Kernel } from "../core/kernel.ts";
import type { SqlError } from "../core/errors/catalogue.ts";
import { invariant } from "../core/errors/invariant.ts";
import { isText } from "../core/functions/definition/result.ts";
import { openKernel } from "../core/open.ts";
import type { OkResult, ResultColumn, ResultSink, SessionStatus } from "../core/session/api/result.ts";
import type { Session } from "../core/session/api/session.ts";
import { openMemoryStore } from "../core/store/memory/memory.ts";
import type { FastStore } from "../core/store/fast-store.ts";
import type { TypedValue } from "../core/types/evaluation/evaluation.ts";
import { printText } from "../core/types/print/print.ts";
import { sqlType } from "../core/types/value/type.ts";
import { type ByteString, encodeText, type Row } from "../core/types/value/value.ts";
import { bookOf } from "../plugins/index.ts";

/** 2019-03-28 12:00:00.250000 UTC: no test depends on the current day. */
const fixedMicroseconds = 1553774400250000;
const indent = "    ";

export function openTestKernel(
	release = "2.1.7",
	store: FastStore = openMemoryStore(),
	variables: Readonly<Record<string, string | number>> = {},
): Promise<Kernel> {
	return openKernel({
		store,
		release,
		book: bookOf(release),
		clock: () => fixedMicroseconds,
		variables: { time_zone: "+00:00", ...variables },
	});
}

export function connectTest(kernel: Kernel): Promise<Session> {
	return kernel.connect({
		user: "root",
		accountHost: "localhost",
		host: "localhost",
		database: "test",
		collationId: 45,
	});
}

/** Returns the script with its current answers. */
export async function runScript(kernel: Kernel, script: string): Promise<string> {
	const sessions = new Map<string, Session>();
	const lines: string[] = [];
	for (const line of script.split("\n").filter((each) => !each.startsWith(indent))) {
		lines.push(line);
		if (line !== "" && !line.startsWith("#")) {
			const answer = await answerLine(kernel, sessions, line);
			lines.push(...answer.map((each) => indent + each));
		}
	}
	for (const session of sessions.values()) {
		await session.close();
	}
	return lines.join("\n");
}

async function answerLine(kernel: Kernel, sessions: Map<string, Session>, line: string): Promise<string[]> {
	if (line.startsWith("! ")) {
		return command(kernel, sessions, line.slice(2).split(" "));
	}
	const [, name = "a", mark = ">", rest = line] = /^(?:([a-z])([>?]) )?(.*)$/s.exec(line) ?? [];
	const session = sessions.get(name) ?? (await connectTest(kernel));
	sessions.set(name, session);
	return mark === "?" ? prepared(session, rest) : answerOf(session, rest);
}

/** Logs in with an empty password; `''` is the anonymous user. */
async function connectAs(kernel: Kernel, user: string, host: string, database?: string): Promise<Session> {
	const { account, refusal } = await kernel.identify(user, host);
	const refused = refusal(undefined, false);
	if (refused !== undefined) {
		throw refused;
	}
	return kernel.connect({
		...account,
		login: user,
		host,
		collationId: 45,
		...(database === undefined ? {} : { database }),
	});
}

async function command(
	kernel: Kernel,
	sessions: Map<string, Session>,
	[word, name = "", ...values]: string[],
): Promise<string[]> {
	const [value = ""] = values;
	if (word === "connect") {
		try {
			await sessions.get(name)?.close();
			sessions.set(name, await connectAs(kernel, value.replace("''", ""), values[1] ?? "localhost", values[2]));
		} catch (failure) {
			const { code, state, bytes } = failure as SqlError;
			return [`ERROR ${code} (${state}): ${shown(bytes)}`];
		}
	} else if (word === "switch") {
		kernel.switches.write(name, value === "on");
	} else {
		await sessions.get(name)?.close();
		sessions.delete(name);
	}
	return [];
}

/** Returns a statement's answer, one line a row. */
export async function answerOf(session: Session, sql: string): Promise<string[]> {
	const sink = new LineSink();
	await session.execute(encodeText(sql.replace(/;$/, "")), sink);
	return [...sink.lines, ...(await warningsOf(session, sink))];
}

async function prepared(session: Session, line: string): Promise<string[]> {
	const [sql = "", values = ""] = line.split("; with ");
	const sink = new LineSink();
	try {
		const { id } = await session.prepare(encodeText(sql));
		await session.executePrepared(id, (JSON.parse(`[${values}]`) as (string | number | null)[]).map(parameter), sink);
		session.closePrepared(id);
	} catch (failure) {
		sink.error(failure as SqlError);
	}
	return [...sink.lines, ...(await warningsOf(session, sink))];
}

function parameter(value: string | number | null): TypedValue {
	if (value === null) {
		return { type: sqlType("null"), value };
	}
	return typeof value === "number"
		? { type: sqlType(Number.isInteger(value) ? "bigint" : "double"), value }
		: {
				type: sqlType("varchar", { length: 255, charset: "utf8mb4", collation: "utf8mb4_general_ci" }),
				value: encodeText(value),
			};
}

async function warningsOf(session: Session, sink: LineSink): Promise<string[]> {
	if (sink.warningCount === 0) {
		return [];
	}
	const warnings = new LineSink();
	await session.execute("show warnings", warnings);
	return warnings.lines.slice(1).map((line) => `! ${line.replace("\t", " ").replace("\t", ": ")}`);
}

/** Results as lines of text. Bytes that are not UTF-8 are shown in hexadecimal. */
class LineSink implements ResultSink {
	readonly takesOutParameters = true;
	readonly lines: string[] = [];
	warningCount = 0;
	#columns: readonly ResultColumn[] = [];

	begin(columns: readonly ResultColumn[], isOutParameters = false): void {
		this.#columns = columns;
		this.lines.push((isOutParameters ? "OUT " : "") + columns.map(({ name }) => name).join("\t"));
	}

	rows(batch: readonly Row[]): void {
		for (const row of batch) {
			this.lines.push(
				row
					.map((value, at) => {
						const { type, name } = this.#columns[at]!;
						// The protocol would write it as bytes.
						invariant(
							!(isText(type) || type.name === "null") || value === null || typeof value === "string",
							`${name} holds bytes`,
						);
						return shown(value === null ? null : printText(value, type));
					})
					.join("\t"),
			);
		}
	}

	end(status: SessionStatus): void {
		this.warningCount = status.warningCount;
	}

	ok({ affectedRows, lastInsertId, info, warningCount }: OkResult): void {
		const changed = affectedRows === 0 ? "" : `, ${affectedRows} changed`;
		const id = lastInsertId === 0 ? "" : `, id ${lastInsertId}`;
		this.lines.push(`ok${changed}${id}${info === "" ? "" : ` (${shown(info)})`}`);
		this.warningCount = warningCount;
	}

	error({ code, state, bytes }: SqlError): void {
		this.lines.push(`ERROR ${code} (${state}): ${shown(bytes)}`);
	}
}

function shown(bytes: ByteString | null): string {
	if (bytes === null) {
		return "NULL";
	}
	const buffer = Buffer.from(bytes, "latin1");
	const text = buffer.toString("utf8");
	return Buffer.from(text, "utf8").equals(buffer)
		? text.replaceAll("\n", "\\n")
		: bytes.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}
