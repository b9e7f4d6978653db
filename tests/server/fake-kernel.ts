/**
 * Kernel without a database, for tests of the wire protocol: answers texts from a list, and parameters as a row.
 */
import { tmpdir } from "node:os";
import { createHash } from "node:crypto";
import { sqlError } from "../../core/errors/catalogue.ts";
import type { Identification, Kernel } from "../../core/kernel.ts";
import { PlanCount } from "../../core/session/plan-cache/plan-count.ts";
import { RuleBook } from "../../core/rules/book.ts";
import type { ResultColumn, ResultSink, SessionStatus } from "../../core/session/api/result.ts";
import type { PreparedStatement, Session, SessionOptions } from "../../core/session/api/session.ts";
import type { MaybePromise } from "../../core/async/maybe-promise.ts";
import type { TypedValue } from "../../core/types/evaluation/evaluation.ts";
import { type SqlType, sqlType } from "../../core/types/value/type.ts";
import { type ByteString, encodeText, type Row, type Value } from "../../core/types/value/value.ts";

export const plainStatus: SessionStatus = {
	inTransaction: false,
	autocommit: true,
	more: false,
	warningCount: 0,
	noBackslashEscapes: false,
};

export function resultColumn(name: string, type: SqlType, parts: Partial<ResultColumn> = {}): ResultColumn {
	return {
		database: "",
		table: "",
		originalTable: "",
		name,
		originalName: name,
		type,
		nullable: true,
		primaryKey: false,
		uniqueKey: false,
		multipleKey: false,
		autoIncrement: false,
		noDefault: false,
		...parts,
	};
}

export const utf8Text = sqlType("varchar", { length: 100, charset: "utf8mb4", collation: "utf8mb4_bin" });

type Behaviour = (sink: ResultSink, session: FakeSession) => MaybePromise<void>;

/** Sends a whole result set. */
export function resultSet(
	columns: readonly ResultColumn[],
	rows: readonly Row[],
	status: SessionStatus = plainStatus,
): Behaviour {
	return (sink) => {
		sink.begin(columns);
		const answer = sink.rows(rows);
		return answer instanceof Promise ? answer.then(() => sink.end(status)) : sink.end(status);
	};
}

class FakeSession implements Session {
	readonly id: number;
	multiStatements: boolean;
	resultsCharset: string | null = "utf8mb4";
	clientCharset = "utf8mb4";
	idleSeconds = 28800;
	readonly temporaryFolder = tmpdir();
	readonly isAdministrator = true;
	readonly isWaiting = false;
	netReadSeconds = 30;
	netWriteSeconds = 60;
	readonly largestPacketBytes = 64 * 1024 * 1024;
	closed = 0;
	readonly options: SessionOptions;
	readonly texts: ByteString[] = [];
	readonly #kernel: FakeKernel;
	readonly #prepared = new Map<number, ByteString>();
	#nextId = 1;
	#database = "";

	constructor(kernel: FakeKernel, options: SessionOptions) {
		this.#kernel = kernel;
		this.options = options;
		this.id = options.connectionId ?? 0;
		this.multiStatements = options.multiStatements ?? false;
		this.#database = options.database ?? "";
	}

	execute(text: ByteString, sink: ResultSink): MaybePromise<void> {
		this.texts.push(text);
		const behaviour = this.#kernel.behaviours.get(text);
		if (behaviour !== undefined) {
			return behaviour(sink, this);
		}
		if (text === "select database()") {
			return resultSet([resultColumn("database()", utf8Text)], [[this.#database]])(sink, this);
		}
		sink.error(sqlError("syntax", text, 1));
	}

	prepare(text: ByteString): MaybePromise<PreparedStatement> {
		const parameterCount = text.split("?").length - 1;
		const id = this.#nextId++;
		this.#prepared.set(id, text);
		const columns = parameterCount === 0 && text !== "rows" ? [] : [resultColumn("p", utf8Text)];
		const parameters = { textCharset: "utf8mb4", textCollation: "utf8mb4_bin" };
		return { id, parameterCount, columns, warningCount: 0, ...parameters };
	}

	executePrepared(id: number, parameters: readonly TypedValue[], sink: ResultSink): MaybePromise<void> {
		const behaviour = this.#kernel.behaviours.get(this.#prepared.get(id) ?? "");
		if (behaviour !== undefined) {
			return behaviour(sink, this);
		}
		const columns = parameters.map(({ type }, at) => resultColumn(`p${at}`, type));
		return resultSet(columns, [parameters.map(({ value }) => value)])(sink, this);
	}

	closePrepared(id: number): void {
		this.#prepared.delete(id);
	}

	resetPrepared(): void {}

	use(database: string): MaybePromise<void> {
		if (!this.#kernel.databases.has(database)) {
			throw sqlError("unknownDatabase", encodeText(database));
		}
		this.#database = database;
	}

	fields(): MaybePromise<readonly ResultColumn[]> {
		return [resultColumn("a", sqlType("int"))];
	}

	status(): SessionStatus {
		return plainStatus;
	}

	reset(): MaybePromise<void> {
		this.#prepared.clear();
	}

	abandoned = 0;

	abandon(): void {
		this.abandoned++;
	}

	close(): MaybePromise<void> {
		this.closed++;
		this.#kernel.sessions.delete(this);
	}
}

function sha1(...parts: readonly Uint8Array[]): Buffer {
	const hash = createHash("sha1");
	for (const part of parts) {
		hash.update(part);
	}
	return hash.digest();
}

/** Returns a client's response to a challenge of mysql_native_password. */
export function nativeResponse(password: string, challenge: Uint8Array): Buffer {
	if (password === "") {
		return Buffer.alloc(0);
	}
	const once = sha1(Buffer.from(password));
	const mask = sha1(challenge, sha1(once));
	return Buffer.from(once.map((byte, at) => byte ^ (mask[at] as number)));
}

export class FakeKernel implements Kernel {
	readonly book = RuleBook.root();
	readonly version = "5.7.10-verso-test";
	readonly passwords = new Map([
		["root", ""],
		["anna", "secret"],
		["otto", "other"],
	]);
	readonly databases = new Set(["test"]);
	readonly plans = new PlanCount();
	readonly behaviours = new Map<ByteString, Behaviour>();
	readonly sessions = new Set<FakeSession>();
	lastSession: FakeSession | undefined;
	readonly colleague = {
		processes: () => [],
		kill: () => false,
		learnVariable: () => {},
		learnSwitch: () => {},
		learnSetup: () => {},
	};
	readonly shutdown = new Promise<void>(() => {});
	#nextConnectionId = 1;

	get connectionCount(): number {
		return this.sessions.size;
	}

	nextConnectionId(): number {
		return this.#nextConnectionId++;
	}

	readonly arrivals = { arrived: 0 };

	async identify(user: string, host: string): Promise<Identification> {
		const password = this.passwords.get(user);
		return {
			plugin: "mysql_native_password",
			account: { user, accountHost: host },
			proves: (challenge, response) => password !== undefined && nativeResponse(password, challenge).equals(response),
			isPassword: () => Promise.resolve(false),
			delayMs: () => 0,
			failed: () => 0,
			refusal: () => undefined,
		};
	}

	accountsWithoutPassword(): Promise<readonly string[]> {
		return Promise.resolve([]);
	}

	loginRefused(): void {}

	status(): readonly (readonly [string, string])[] {
		return [];
	}

	handshakeCharset(): string {
		return "utf8mb4";
	}

	globalVariable(): Value {
		return 0;
	}

	async connect(options: SessionOptions): Promise<Session> {
		if (options.database !== undefined && !this.databases.has(options.database)) {
			throw sqlError("unknownDatabase", encodeText(options.database));
		}
		this.lastSession = new FakeSession(this, options);
		this.sessions.add(this.lastSession);
		return this.lastSession;
	}

	get metadata(): never {
		throw new Error("no metadata here");
	}

	get switches(): never {
		throw new Error("no switches here");
	}

	check(): void {}

	async close(): Promise<void> {}
}
