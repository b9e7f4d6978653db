/**
 * Client whose connection is in a given charset: encodes all that it sends, and decodes all that it receives.
 *
 * Names, messages and cells come back as text, so that answers of connections in different charsets can be compared.
 */
import { PayloadReader } from "../../apps/server/decode.ts";
import { charsetNamed } from "../../core/types/text/charset.ts";
import { collationNamed } from "../../core/types/collation/collation.ts";
import { modern, RawClient } from "../server/raw-client.ts";

const connectsWithDatabase = 8;
const stringType = 253;

interface LoginWish {
	readonly user?: string;
	readonly database?: string;
}

/** Lines: the names of the columns, the cells of a row, `ok` with its info, or an error. */
export type Answer = readonly string[];

export class CharsetClient {
	/** Of what is sent and received; follows no SET NAMES by itself. */
	charset: string;
	readonly #raw: RawClient;

	private constructor(raw: RawClient, charset: string) {
		this.#raw = raw;
		this.charset = charset;
	}

	/** `collation`: the handshake names it, and its charset is the connection's. The second value: the login's answer. */
	static async open(port: number, collation: string | number, wish: LoginWish = {}): Promise<[CharsetClient, string]> {
		const found = typeof collation === "number" ? undefined : collationNamed(collation);
		const client = new CharsetClient(new RawClient(port), found?.charset ?? "utf8mb4");
		await client.#raw.receive();
		const head = Buffer.alloc(32);
		head.writeUInt32LE(modern | (wish.database === undefined ? 0 : connectsWithDatabase));
		head[8] = found?.id ?? Number(collation);
		const database = wish.database === undefined ? "" : `${client.#encoded(wish.database)}\0`;
		const names = `${client.#encoded(wish.user ?? "root")}\0\0${database}mysql_native_password\0`;
		client.#raw.send(1, head, names);
		return [client, client.#short(await client.#raw.receive())];
	}

	async query(sql: string): Promise<Answer> {
		this.#raw.send(0, "\x03", this.#encoded(sql));
		return this.#answer(false);
	}

	/** COM_STMT_PREPARE; the names of the result's columns come first in `columns`. */
	async prepare(sql: string): Promise<{ readonly id: number; readonly columns: Answer }> {
		const head = await this.#raw.ask("\x16", this.#encoded(sql));
		if (head === null || head[0] !== 0) {
			return { id: 0, columns: [this.#short(head)] };
		}
		const [columns, parameters] = [head.readUInt16LE(5), head.readUInt16LE(7)];
		await this.#definitions(parameters);
		return { id: head.readUInt32LE(1), columns: await this.#definitions(columns) };
	}

	/** COM_STMT_EXECUTE with parameters that are text, in the charset of now. */
	async execute(id: number, parameters: readonly string[] = []): Promise<Answer> {
		const head = Buffer.alloc(10);
		head[0] = 0x17;
		head.writeUInt32LE(id, 1);
		head.writeUInt32LE(1, 6);
		const nulls = Buffer.alloc((parameters.length + 7) >> 3);
		const values = parameters.map((each) => this.#encoded(each));
		this.#raw.send(
			0,
			head,
			...(values.length === 0 ? [] : [nulls, "\x01"]),
			...values.map(() => Buffer.of(stringType, 0)),
			...values.map((value) => String.fromCharCode(value.length) + value),
		);
		return this.#answer(true);
	}

	/** COM_INIT_DB. */
	async use(database: string): Promise<string> {
		return this.#short(await this.#raw.ask("\x02", this.#encoded(database)));
	}

	/** COM_FIELD_LIST: names of columns. */
	async fields(table: string, pattern: string): Promise<Answer> {
		this.#raw.send(0, "\x04", this.#encoded(table), "\0", this.#encoded(pattern));
		const names: string[] = [];
		for (;;) {
			const payload = await this.#raw.receive();
			if (payload === null || payload[0] === 0xff) {
				return [this.#short(payload)];
			}
			if (isEof(payload)) {
				return names;
			}
			names.push(this.#definition(payload));
		}
	}

	/** COM_CHANGE_USER. */
	async changeUser(user: string, database: string, collation: string): Promise<string> {
		const found = collationNamed(collation);
		this.charset = found?.charset ?? this.charset;
		const id = Buffer.alloc(2);
		id.writeUInt16LE(found?.id ?? 0);
		this.#raw.send(
			0,
			"\x11",
			`${this.#encoded(user)}\0\0`,
			`${this.#encoded(database)}\0`,
			id,
			"mysql_native_password\0",
		);
		const answer = await this.#raw.receive();
		if (answer?.[0] !== 0xfe) {
			return this.#short(answer);
		}
		this.#raw.send(2, "");
		return this.#short(await this.#raw.receive());
	}

	/** COM_CREATE_DB, COM_DROP_DB. */
	async command(code: number, name: string): Promise<string> {
		return this.#short(await this.#raw.ask(String.fromCharCode(code), this.#encoded(name)));
	}

	close(): void {
		this.#raw.socket.destroy();
	}

	#encoded(text: string): string {
		return charsetNamed(this.charset)!.encode(text);
	}

	#decoded(bytes: string): string {
		return charsetNamed(this.charset)!.decode(bytes);
	}

	#short(payload: Buffer | null): string {
		if (payload === null) {
			return "closed";
		}
		if (payload[0] === 0xff) {
			return `${payload.readUInt16LE(1)} ${this.#decoded(payload.toString("latin1", 9))}`;
		}
		return "ok";
	}

	async #definitions(count: number): Promise<Answer> {
		const names: string[] = [];
		for (let at = 0; at < count; at++) {
			names.push(this.#definition((await this.#raw.receive())!));
		}
		if (count > 0) {
			await this.#raw.receive();
		}
		return names;
	}

	/** `database.table(original).column(original)`. */
	#definition(payload: Buffer): string {
		const reader = new PayloadReader(payload);
		const [, database, table, originalTable, name, originalName] = [1, 2, 3, 4, 5, 6].map(() =>
			this.#decoded(reader.lenencBytes()),
		);
		return `${database}.${table}(${originalTable}).${name}(${originalName})`;
	}

	async #answer(isBinary: boolean): Promise<Answer> {
		const head = await this.#raw.receive();
		if (head === null || head[0] === 0xff || head[0] === 0) {
			return [this.#short(head)];
		}
		const columns = await this.#definitions(head[0] as number);
		const lines = [columns.join(" | ")];
		for (;;) {
			const payload = await this.#raw.receive();
			if (payload === null || payload[0] === 0xff) {
				return [...lines, this.#short(payload)];
			}
			if (isEof(payload)) {
				return lines;
			}
			lines.push(this.#row(payload, columns.length, isBinary));
		}
	}

	/** Binary rows are read where all cells are text and none is NULL. */
	#row(payload: Buffer, width: number, isBinary: boolean): string {
		const reader = new PayloadReader(payload, isBinary ? 1 + ((width + 9) >> 3) : 0);
		const cells: string[] = [];
		for (let at = 0; at < width; at++) {
			if (!isBinary && payload[reader.at] === 0xfb) {
				reader.uint8();
				cells.push("NULL");
			} else {
				cells.push(this.#decoded(reader.lenencBytes()));
			}
		}
		return cells.join(" | ");
	}
}

function isEof(payload: Buffer): boolean {
	return payload[0] === 0xfe && payload.length < 9;
}
