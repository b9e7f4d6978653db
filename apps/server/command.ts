/**
 * The commands of an admitted client: the first byte of a payload says which.
 *
 *     02 INIT_DB database          0e PING                  16 STMT_PREPARE text
 *     03 QUERY text                0c PROCESS_KILL id, 4    17 STMT_EXECUTE   see `parameters.ts`
 *     04 FIELD_LIST table 00 like  0a PROCESS_INFO          18 STMT_SEND_LONG_DATA id, 4 | parameter, 2 | data
 *     05 CREATE_DB database        1b SET_OPTION option, 2  19 STMT_CLOSE id, 4
 *     06 DROP_DB database          1f RESET_CONNECTION      1a STMT_RESET id, 4
 *     07 REFRESH what, 1
 *     08 SHUTDOWN
 *     09 STATISTICS  0d DEBUG                               1c STMT_FETCH id, 4 | rows, 4
 *
 * In: one payload. Out: calls of the session, and the packets they answer with. QUIT and CHANGE_USER end a session,
 * so they are the connection's (`connection.ts`).
 */
import {
	sqlError,
	type ByteString,
	type MaybePromise,
	type PreparedStatement,
	type ResultColumn,
	type Session,
	quoteName,
} from "../../core/index.ts";
import { decodeName } from "./metadata-text.ts";
import { encodeColumnDefinition, encodeParameterDefinition } from "./column-definition.ts";
import { CursorSink } from "./cursor.ts";
import { PayloadReader } from "./decode.ts";
import type { PacketWriter } from "./encode.ts";
import type { PacketSink } from "./packet-sink.ts";
import { decodeParameters } from "./parameters.ts";
import { PreparedStates } from "./prepared.ts";
import { encodeEof, statusFlag } from "./reply.ts";

export const commandCode = {
	quit: 0x01,
	initDatabase: 0x02,
	query: 0x03,
	fieldList: 0x04,
	createDatabase: 0x05,
	dropDatabase: 0x06,
	refresh: 0x07,
	shutdown: 0x08,
	statistics: 0x09,
	processInfo: 0x0a,
	processKill: 0x0c,
	debug: 0x0d,
	ping: 0x0e,
	changeUser: 0x11,
	prepare: 0x16,
	execute: 0x17,
	sendLongData: 0x18,
	closeStatement: 0x19,
	resetStatement: 0x1a,
	setOption: 0x1b,
	fetch: 0x1c,
	resetConnection: 0x1f,
} as const;

/** COM_SET_OPTION knows two: multi-statements on and off. */
const multiStatementsOn = 0;
const multiStatementsOff = 1;
const readOnlyCursor = 1;

/** The bits of COM_REFRESH that a FLUSH says in words. */
const refreshWords: readonly [bit: number, words: string][] = [
	[1, "PRIVILEGES"],
	[2, "LOGS"],
	[4, "TABLES"],
	[8, "HOSTS"],
	[16, "STATUS"],
];

/** Facts of the server for commands. */
export interface ServerFacts {
	/** Commands so far. */
	questions: number;
	/** Goes up by one a second. */
	readonly tick: number;
	/** The answer to COM_STATISTICS. */
	statistics(): string;
}

export class Commands {
	readonly #session: Session;
	readonly #sink: PacketSink;
	readonly #writer: PacketWriter;
	readonly #facts: ServerFacts;
	readonly #prepared = new PreparedStates();

	constructor(session: Session, sink: PacketSink, writer: PacketWriter, facts: ServerFacts) {
		this.#session = session;
		this.#sink = sink;
		this.#writer = writer;
		this.#facts = facts;
	}

	/** Throws SqlError (or anything, if we made a mistake): the connection tells the client. */
	run(payload: Buffer): MaybePromise<void> {
		this.#facts.questions++;
		switch (payload[0]) {
			case commandCode.query:
				return this.#query(queryText(payload));
			case commandCode.execute:
				return this.#execute(new PayloadReader(payload, 1));
			case commandCode.prepare:
				return then(this.#session.prepare(textOf(payload)), (statement) => this.#prepare(statement));
			case commandCode.closeStatement:
				return this.#closeStatement(new PayloadReader(payload, 1).uint32());
			case commandCode.ping:
				return this.#ok();
			case commandCode.initDatabase:
				return this.#use(this.#name(textOf(payload)));
			case commandCode.fieldList:
				return this.#fieldList(new PayloadReader(payload, 1));
			case commandCode.sendLongData:
				return this.#sendLongData(new PayloadReader(payload, 1));
			case commandCode.resetStatement:
				return this.#resetStatement(new PayloadReader(payload, 1).uint32());
			case commandCode.fetch:
				return this.#fetch(new PayloadReader(payload, 1));
			case commandCode.resetConnection:
				this.#prepared.clear();
				return then(this.#session.reset(), () => this.#ok());
			case commandCode.setOption:
				return this.#setOption(new PayloadReader(payload, 1).uint16());
			case commandCode.debug:
				if (!this.#session.isAdministrator) {
					throw sqlError("specificAccessDenied", "SUPER");
				}
				return this.#eof();
			case commandCode.statistics:
				return this.#statistics();
			default:
				return this.#legacy(payload);
		}
	}

	/** Commands that are another spelling of a statement. */
	#legacy(payload: Buffer): MaybePromise<void> {
		const name = () => quoteName(textOf(payload).replace(/\0$/, ""));
		switch (payload[0]) {
			case commandCode.processInfo:
				return this.#query("SHOW PROCESSLIST");
			case commandCode.processKill:
				return this.#query(`KILL ${new PayloadReader(payload, 1).uint32()}`);
			case commandCode.createDatabase:
				return this.#query(`CREATE DATABASE ${name()}`);
			case commandCode.dropDatabase:
				return this.#query(`DROP DATABASE ${name()}`);
			case commandCode.refresh:
				return this.#refresh(payload[1] ?? 0);
			case commandCode.shutdown:
				return this.#query("SHUTDOWN");
			default:
				throw sqlError("unknownCommand");
		}
	}

	/** A name among a command's arguments. */
	#name(bytes: ByteString): string {
		return decodeName(bytes, this.#session.clientCharset);
	}

	#ok(): void {
		this.#sink.plainOk();
	}

	#use(database: string): MaybePromise<void> {
		return then(this.#session.use(database), () => this.#sink.plainOk(database));
	}

	#eof(furtherFlags = 0): void {
		encodeEof(this.#writer, this.#session.status(), this.#sink.deprecateEof, furtherFlags);
	}

	#refresh(bits: number): MaybePromise<void> {
		const words = refreshWords.flatMap(([bit, word]) => ((bits & bit) === 0 ? [] : [word]));
		return words.length === 0 ? this.#ok() : this.#query(`FLUSH ${words.join(", ")}`);
	}

	#query(text: ByteString): MaybePromise<void> {
		this.#sink.start("text");
		return this.#session.execute(text, this.#sink);
	}

	/**
	 *     00 | id, 4 | columns, 2 | parameters, 2 | 00 | warnings, 2
	 *     then, where there are any: a definition for each parameter, EOF *, one for each column, EOF *
	 *
	 *
	 */
	#prepare(statement: PreparedStatement): void {
		const writer = this.#writer;
		this.#prepared.add(statement);
		writer.begin();
		writer.uint8(0);
		writer.uint32(statement.id);
		writer.uint16(statement.columns.length);
		writer.uint16(statement.parameterCount);
		writer.uint8(0);
		writer.uint16(Math.min(statement.warningCount, 0xffff));
		writer.end();
		for (let at = 0; at < statement.parameterCount; at++) {
			writer.begin();
			encodeParameterDefinition(writer, this.#session.resultsCharset);
			writer.end();
		}
		this.#endDefinitions(statement.parameterCount);
		for (const column of statement.columns) {
			writer.begin();
			encodeColumnDefinition(writer, column, this.#session.resultsCharset);
			writer.end();
		}
		this.#endDefinitions(statement.columns.length);
	}

	#endDefinitions(count: number): void {
		if (count > 0 && !this.#sink.deprecateEof) {
			encodeEof(this.#writer, this.#session.status(), false);
		}
	}

	/** The connection is over. */
	close(): void {
		this.#prepared.clear();
	}

	#execute(reader: PayloadReader): MaybePromise<void> {
		const id = reader.uint32();
		const state = this.#prepared.get(id, "mysqld_stmt_execute");
		const withCursor = (reader.uint8() & readOnlyCursor) !== 0 && state.hasColumns;
		reader.skip(4);
		state.cursor = undefined;
		state.checkLongData();
		const parameters = decodeParameters(reader, state, this.#session.clientCharset);
		state.forgetLongData();
		this.#sink.start("binary");
		if (!withCursor) {
			return this.#session.executePrepared(id, parameters, this.#sink);
		}
		const sink = new CursorSink(this.#session, this.#sink, this.#writer);
		return then(this.#session.executePrepared(id, parameters, sink), () => {
			state.cursor = sink.cursor;
		});
	}

	#fetch(reader: PayloadReader): void {
		const id = reader.uint32();
		const state = this.#prepared.get(id, "mysqld_stmt_fetch");
		if (state.cursor === undefined) {
			throw sqlError("noOpenCursor", id);
		}
		const done = state.cursor.fetch(this.#writer, reader.uint32());
		if (done) {
			state.cursor = undefined;
		}
		this.#eof(done ? statusFlag.lastRowSent : statusFlag.cursorExists);
	}

	/** This command has no answer. */
	#closeStatement(id: number): void {
		if (this.#prepared.delete(id)) {
			this.#session.closePrepared(id);
		}
	}

	#resetStatement(id: number): void {
		const state = this.#prepared.get(id, "mysqld_stmt_reset");
		state.forgetLongData();
		state.cursor = undefined;
		this.#session.resetPrepared(id);
		this.#ok();
	}

	/** Nor this one. */
	#sendLongData(reader: PayloadReader): void {
		const state = this.#prepared.find(reader.uint32());
		state?.append(reader.uint16(), reader.rest(), this.#session.largestPacketBytes);
	}

	#setOption(option: number): void {
		if (option !== multiStatementsOn && option !== multiStatementsOff) {
			throw sqlError("unknownCommand");
		}
		this.#session.multiStatements = option === multiStatementsOn;
		this.#eof();
	}

	#fieldList(reader: PayloadReader): MaybePromise<void> {
		const table = this.#name(reader.zeroTerminated());
		const pattern = this.#name(reader.rest().replace(/\0$/, ""));
		return then(this.#session.fields(table, pattern), (columns) => this.#fields(columns));
	}

	/** Definitions with one more field, the default value, which no client uses: NULL. */
	#fields(columns: readonly ResultColumn[]): void {
		for (const column of columns) {
			this.#writer.begin();
			encodeColumnDefinition(this.#writer, column, this.#session.resultsCharset);
			this.#writer.uint8(0xfb);
			this.#writer.end();
		}
		this.#eof();
	}

	#statistics(): void {
		this.#writer.begin();
		this.#writer.bytes(this.#facts.statistics());
		this.#writer.end();
	}
}

/** The text of COM_QUERY. Some clients count the zero that ends it. */
function queryText(payload: Buffer): ByteString {
	return payload.toString("latin1", 1, payload.length - (payload[payload.length - 1] === 0 ? 1 : 0));
}

/** The bytes behind the command byte. */
function textOf(payload: Buffer): ByteString {
	return payload.toString("latin1", 1);
}

/** Goes on at once where the answer is there at once. */
function then<T>(answer: MaybePromise<T>, next: (value: T) => void): MaybePromise<void> {
	return answer instanceof Promise ? answer.then(next) : next(answer);
}
