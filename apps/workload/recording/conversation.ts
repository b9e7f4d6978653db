/**
 * One client's conversation with a server, heard by a third party: logins, statements with their values, answers.
 *
 * In: what either side sends, as it arrives. Out: events of the recording. Nothing is changed on the way but the
 * greeting, from which is taken what could not be heard: TLS, compression and forms that are newer than this reader.
 */
import { collationWithId, redactedText, runningMs } from "../../../core/index.ts";
import { capability } from "../../server/capability.ts";
import { PayloadReader } from "../../server/decode.ts";
import { decodeChangeUser, decodeHandshakeResponse, isTlsRequest, type LoginRequest } from "../../server/handshake.ts";
import { headerLength, PacketReader } from "../../server/packet.ts";
import { decodeParameters, parameterTextType, type ParameterSource } from "../../server/parameters.ts";
import { AnswerReader, errorOf } from "./answer-reader.ts";
import type { RecordedAnswer, RecordedEvent } from "./format.ts";
import { literalOf } from "./literal.ts";

/** An event without its place, which `say` adds. */
type Heard = RecordedEvent extends infer E
	? E extends RecordedEvent
		? Omit<E, "n" | "at" | "session">
		: never
	: never;

/** Called with what was heard: `n` is its order among all conversations, taken when it was sent. */
type Hear = (heard: Heard, n: number, sentMs: number) => void;

interface Prepared {
	readonly sql: string;
	readonly source: ParameterSource & { readonly longData: Map<number, string> };
}

/** A command whose answer is awaited. */
interface Pending {
	readonly n: number;
	readonly sentMs: number;
	readonly answer: AnswerReader;
	/** Says what was heard, when the answer is there. */
	readonly end: (answers: readonly RecordedAnswer[], ms: number) => void;
}

const command = {
	quit: 0x01,
	initDb: 0x02,
	query: 0x03,
	fieldList: 0x04,
	statistics: 0x09,
	changeUser: 0x11,
	binlogDump: 0x12,
	prepare: 0x16,
	execute: 0x17,
	longData: 0x18,
	close: 0x19,
	fetch: 0x1c,
	binlogDumpGtid: 0x1e,
	reset: 0x1f,
} as const;

const text = "utf8mb4";
/** Statements whose values may be an account's password. */
const ofAccounts = /^\s*(?:set\s+password|(?:create|alter)\s+user|grant)\b/i;

export class Conversation {
	readonly #hear: Hear;
	/** The order of the next event. */
	readonly #number: () => number;
	readonly #client = new PacketReader(Number.MAX_SAFE_INTEGER);
	readonly #server = new PacketReader(Number.MAX_SAFE_INTEGER);
	/** Of the next packet, of either side. */
	#sequence = 0;
	#stage: "greeting" | "login" | "commands" | "over" = "greeting";
	#capabilities = 0;
	/** The login that was asked for, until it is granted. */
	#login: { readonly event: "connect" | "change-user"; readonly request: LoginRequest } | undefined;
	#pending: Pending | undefined;
	readonly #prepared = new Map<number, Prepared>();
	/** The text being prepared. */
	#preparing: string | undefined;
	/** Definitions that follow the answer to a preparation. */
	#following = 0;

	constructor(hear: Hear, number: () => number) {
		this.#hear = hear;
		this.#number = number;
	}

	/** Bytes of the client, before they are passed on. */
	fromClient(chunk: Buffer): void {
		if (this.#stage !== "over") {
			this.#client.feed(chunk);
			this.#listen();
		}
	}

	fromServer(chunk: Buffer): void {
		if (this.#stage !== "over") {
			this.#server.feed(chunk);
			this.#listen();
		}
	}

	/** The connection has ended, or is not to be heard any longer: what was not answered stays so. */
	end(isQuit = true): void {
		if (this.#stage === "over") {
			return;
		}
		const wasIn = this.#stage === "commands";
		this.#pending?.end([], 0);
		this.#pending = undefined;
		this.#stage = "over";
		if (wasIn && isQuit) {
			this.#say({ event: "quit" });
		}
	}

	#say(heard: Heard): void {
		this.#hear(heard, this.#number(), runningMs());
	}

	#listen(): void {
		try {
			while (this.#stage !== "over" && this.#step()) {
				// Until the bytes that are there are read.
			}
		} catch (failure) {
			this.#pending?.end([], 0);
			this.#pending = undefined;
			this.#stage = "over";
			this.#say({ event: "lost", reason: (failure as Error).message });
		}
	}

	/** Reads one packet; false: more bytes are needed. */
	#step(): boolean {
		switch (this.#stage) {
			case "greeting":
				return this.#read(this.#server, (payload) => {
					this.#stage = payload[0] === 0xff ? "over" : "login";
				});
			case "login":
				return (
					this.#read(this.#client, (payload) => this.#takeLogin(payload)) ||
					this.#read(this.#server, (payload) => this.#takeAdmission(payload))
				);
			default:
				return this.#stepCommands();
		}
	}

	#stepCommands(): boolean {
		if (this.#following > 0) {
			return this.#read(this.#server, () => {
				this.#following--;
			});
		}
		if (this.#preparing !== undefined) {
			return this.#read(this.#server, (payload) => this.#takePrepared(payload));
		}
		const pending = this.#pending;
		if (pending === undefined) {
			this.#sequence = 0;
			return this.#read(this.#client, (payload) => this.#takeCommand(payload));
		}
		if (pending.answer.wantsFile) {
			return this.#read(this.#client, (payload) => {
				pending.answer.wantsFile = payload.length > 0;
			});
		}
		return this.#read(this.#server, (payload) => {
			pending.answer.take(payload);
			if (pending.answer.isDone) {
				this.#pending = undefined;
				pending.end(pending.answer.answers, runningMs() - pending.sentMs);
			}
		});
	}

	#read(reader: PacketReader, take: (payload: Buffer) => void): boolean {
		if (reader.pending < headerLength) {
			return false;
		}
		const payload = reader.next(this.#sequence);
		if (payload === undefined) {
			return false;
		}
		this.#sequence = reader.sequence;
		take(payload);
		return true;
	}

	#takeLogin(payload: Buffer): void {
		if (this.#login !== undefined) {
			// The answer to a challenge.
			return;
		}
		if (isTlsRequest(payload)) {
			throw new Error("the client asks for TLS");
		}
		const request = decodeHandshakeResponse(payload);
		this.#capabilities = request.capabilities;
		this.#login = { event: "connect", request };
	}

	#takeAdmission(payload: Buffer): void {
		const login = this.#login;
		if (payload[0] === 0xff) {
			this.#stage = "over";
		} else if (payload[0] === 0 && login !== undefined) {
			this.#login = undefined;
			this.#stage = "commands";
			const { user, database, collationId } = login.request;
			const charset = collationId === undefined ? undefined : collationWithId(collationId)?.charset;
			this.#say({
				event: login.event,
				user: utf8Of(user),
				...(database === undefined ? {} : { database: utf8Of(database) }),
				...(charset === undefined ? {} : { charset }),
			});
		}
	}

	#takeCommand(payload: Buffer): void {
		switch (payload[0]) {
			case command.quit:
				this.end();
				break;
			case command.initDb: {
				const database = payload.toString("utf8", 1);
				this.#await((answers) => {
					if (answers[0] !== undefined && !("error" in answers[0])) {
						this.#say({ event: "use", database });
					}
				});
				break;
			}
			case command.query:
				this.#awaitStatement(payload.toString("latin1", 1));
				break;
			case command.prepare:
				this.#preparing = payload.toString("latin1", 1);
				break;
			case command.execute:
				this.#takeExecution(payload);
				break;
			case command.longData:
				this.#takeLongData(payload);
				break;
			case command.close:
				this.#prepared.delete(payload.readUInt32LE(1));
				break;
			case command.changeUser:
				this.#login = { event: "change-user", request: decodeChangeUser(payload, this.#capabilities) };
				this.#prepared.clear();
				this.#stage = "login";
				break;
			case command.reset:
				this.#await(() => this.#say({ event: "reset" }));
				break;
			case command.binlogDump:
			case command.binlogDumpGtid:
				throw new Error("the client reads the binary log");
			default:
				this.#awaitOther(payload[0]);
		}
	}

	/** Answers of commands that are no statements, as far as their end must be found. */
	#awaitOther(first: number | undefined): void {
		if (first === command.fieldList || first === command.fetch) {
			this.#pending = { ...this.#pendingOf(() => {}), answer: new PlainRows(this.#capabilities) };
		} else if (first === command.statistics) {
			this.#following = 1;
		} else {
			this.#await(() => {});
		}
	}

	#pendingOf(end: Pending["end"]): Pending {
		return { n: this.#number(), sentMs: runningMs(), answer: new AnswerReader(this.#capabilities), end };
	}

	#await(end: Pending["end"]): void {
		this.#pending = this.#pendingOf(end);
	}

	#awaitStatement(bytes: string, values?: readonly string[] | "missing"): void {
		const sql = redactedText(bytes);
		const n = this.#number();
		const sentMs = runningMs();
		this.#pending = {
			n,
			sentMs,
			answer: new AnswerReader(this.#capabilities),
			end: (answers, ms) => {
				const heard = {
					...textOf(sql),
					...(values === undefined ? {} : values === "missing" ? { valuesMissing: true as const } : { values }),
					...(answers.length === 0 ? {} : { ms: Math.round(ms * 1000) / 1000 }),
					// A message may quote the statement.
					answers: sql === bytes ? answers : answers.map(withoutMessage),
				};
				this.#hear(heard, n, sentMs);
			},
		};
	}

	#takePrepared(payload: Buffer): void {
		const sql = this.#preparing as string;
		this.#preparing = undefined;
		if (payload[0] !== 0) {
			// Text that can't be prepared was refused, and is heard as if it had been sent so.
			const shown = redactedText(sql);
			const answer = { error: errorOf(payload) };
			const answers = [shown === sql ? answer : withoutMessage(answer)];
			this.#hear({ ...textOf(shown), answers }, this.#number(), runningMs());
			return;
		}
		const reader = new PayloadReader(payload, 1);
		const id = reader.uint32();
		const columns = reader.uint16();
		const count = reader.uint16();
		const textType = parameterTextType(text, "utf8mb4_general_ci");
		this.#prepared.set(id, { sql, source: { count, textType, types: undefined, longData: new Map() } });
		const ends = (this.#capabilities & capability.deprecateEof) !== 0 ? 0 : 1;
		this.#following = (count > 0 ? count + ends : 0) + (columns > 0 ? columns + ends : 0);
	}

	#takeExecution(payload: Buffer): void {
		const id = payload.readUInt32LE(1);
		const prepared = this.#prepared.get(id);
		if (prepared === undefined) {
			this.#await(() => {});
			return;
		}
		const { sql, source } = prepared;
		if (source.count === 0) {
			this.#awaitStatement(sql);
			return;
		}
		let values: readonly string[] | "missing" = "missing";
		if (!ofAccounts.test(sql)) {
			try {
				values = decodeParameters(new PayloadReader(payload, 10), source, text).map(literalOf);
			} catch {
				// A type that is not known here.
			}
		}
		source.longData.clear();
		this.#awaitStatement(sql, values);
	}

	#takeLongData(payload: Buffer): void {
		const longData = this.#prepared.get(payload.readUInt32LE(1))?.source.longData;
		const at = payload.readUInt16LE(5);
		longData?.set(at, (longData.get(at) ?? "") + payload.toString("latin1", 7));
	}
}

/** Definitions or rows without a head, until an EOF. */
class PlainRows extends AnswerReader {
	override take(payload: Buffer): void {
		this.isDone = payload[0] === 0xff || (payload[0] === 0xfe && payload.length < 0xffffff);
	}
}

function withoutMessage(answer: RecordedAnswer): RecordedAnswer {
	return "error" in answer ? { error: { code: answer.error.code, state: answer.error.state } } : answer;
}

function textOf(bytes: string): { readonly sql: string } | { readonly sqlBase64: string } {
	const buffer = Buffer.from(bytes, "latin1");
	const sql = buffer.toString("utf8");
	return Buffer.from(sql, "utf8").equals(buffer) ? { sql } : { sqlBase64: buffer.toString("base64") };
}

function utf8Of(bytes: string): string {
	return Buffer.from(bytes, "latin1").toString("utf8");
}
