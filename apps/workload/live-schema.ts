/**
 * Schema of a running server, and a sample of its rows, as statements that make them anew.
 *
 *     mysql://user:password@old:4000/shop?rows=100&http=http://old:10080
 *
 * In: the address; without a database all but the system's. Out: statements as a dump has them. Metadata of old
 * servers hide charsets of columns from SHOW CREATE TABLE: where `http` names the server's HTTP interface, they come
 * from there.
 */
import { createRequire } from "node:module";
import { type ByteString, quoteName } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import { dumpRewrite } from "./scripts/dump.ts";
import type { StatementList } from "./statement-list.ts";

const session = "1";
const system: ReadonlySet<string> = new Set([
	"information_schema",
	"performance_schema",
	"mysql",
	"sys",
	"metrics_schema",
]);
/** Types of the protocol whose text is a number. */
const numeric: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 8, 9, 13, 246]);

type Cell = Buffer | null;

/** Connection of mysql2, as far as it is used. */
interface Client {
	query(
		options: object,
	): Promise<readonly [rows: readonly (readonly Cell[])[], fields: readonly { columnType: number }[]]>;
	end(): Promise<void>;
}

export function isServerUrl(path: string): boolean {
	return path.startsWith("mysql://");
}

/** Adds a server's tables to a list. Throws UsageError where it can't be reached or asked. */
export async function readLiveSchema(address: string, list: StatementList): Promise<void> {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	const rows = Number(url?.searchParams.get("rows") ?? 0);
	if (url === undefined || url.hostname === "" || !Number.isSafeInteger(rows) || rows < 0) {
		throw new UsageError(`${address} is no address such as mysql://user@host:4000/database?rows=100`, 2);
	}
	const shown = `mysql://${url.host}${url.pathname}`;
	list.file = shown;
	const client = await connectTo(url, shown);
	try {
		await new LiveSchema(client, list, rows, url.searchParams.get("http") ?? undefined).read(nameIn(url));
	} catch (failure) {
		throw failure instanceof UsageError ? failure : new UsageError(`${shown}: ${(failure as Error).message}`, 1);
	} finally {
		await client.end().catch(() => {});
	}
}

function nameIn(url: URL): string | undefined {
	return url.pathname.length > 1 ? decodeURIComponent(url.pathname.slice(1)) : undefined;
}

async function connectTo(url: URL, shown: string): Promise<Client> {
	let createConnection: (options: object) => Promise<Client>;
	try {
		({ createConnection } = createRequire(import.meta.url)("mysql2/promise"));
	} catch {
		throw new UsageError("a running server is read by mysql2: npm install mysql2", 1);
	}
	try {
		return await createConnection({
			host: url.hostname.replace(/^\[|\]$/g, ""),
			port: Number(url.port || 3306),
			user: decodeURIComponent(url.username || "root"),
			password: decodeURIComponent(url.password),
			charset: "utf8mb4",
			rowsAsArray: true,
			typeCast: (field: { buffer(): Cell }) => field.buffer(),
		});
	} catch (failure) {
		throw new UsageError(`cannot connect to ${shown}: ${(failure as Error).message}`, 1);
	}
}

class LiveSchema {
	readonly #client: Client;
	readonly #list: StatementList;
	readonly #rows: number;
	readonly #http: string | undefined;
	/** The server may be newer than what verso plays. */
	readonly #rewrite: ReturnType<typeof dumpRewrite>;
	#line = 0;

	constructor(client: Client, list: StatementList, rows: number, http: string | undefined) {
		this.#client = client;
		this.#list = list;
		this.#rows = rows;
		this.#http = http;
		this.#rewrite = dumpRewrite(list);
	}

	async read(wanted: string | undefined): Promise<void> {
		const databases =
			wanted === undefined
				? (await this.#column("show databases", 0)).filter((name) => !system.has(name.toLowerCase()))
				: [wanted];
		this.#add("set foreign_key_checks = 0");
		for (const database of databases) {
			await this.#readDatabase(database);
		}
		this.#add("set foreign_key_checks = 1");
	}

	async #readDatabase(database: string): Promise<void> {
		const [create = ""] = await this.#column(`show create database ${quoteName(database)}`, 1);
		this.#add(create.replace(/^CREATE DATABASE (?!IF|\/\*!\d+ IF)/i, "CREATE DATABASE IF NOT EXISTS "));
		this.#list.use(session, { line: ++this.#line, column: 1 }, bytesOf(database));
		const [tables] = await this.#client.query({ sql: `show full tables from ${quoteName(database)}` });
		const named = tables.map(([name, type]) => ({ name: textOf(name), isView: textOf(type) === "VIEW" }));
		for (const { name } of named.filter(({ isView }) => !isView)) {
			const place = `${quoteName(database)}.${quoteName(name)}`;
			const [text = ""] = await this.#column(`show create table ${place}`, 1);
			this.#add(await this.#withCharsets(text, database, name));
			if (this.#rows > 0) {
				await this.#readRows(place, name);
			}
		}
		for (const { name } of named.filter(({ isView }) => isView)) {
			const [text = ""] = await this.#column(`show create view ${quoteName(database)}.${quoteName(name)}`, 1);
			this.#add(text);
		}
	}

	async #readRows(place: string, name: string): Promise<void> {
		const [rows, fields] = await this.#client.query({ sql: `select * from ${place} limit ${this.#rows}` });
		for (const row of rows) {
			const values = row.map((cell, at) => literalOf(cell, fields[at]?.columnType ?? 0));
			this.#add(`insert into ${quoteName(name)} values (${values.join(", ")})`);
		}
	}

	/** Names the charsets that columns are stored with, where the table's own is another. */
	async #withCharsets(create: string, database: string, table: string): Promise<string> {
		if (this.#http === undefined) {
			return create;
		}
		const path = [database, table].map(encodeURIComponent).join("/");
		const response = await fetch(`${this.#http.replace(/\/$/, "")}/schema/${path}`);
		if (!response.ok) {
			throw new UsageError(`${this.#http}: ${response.status} for the schema of ${database}.${table}`, 1);
		}
		const record = (await response.json()) as TableRecord;
		const own = /\bDEFAULT CHARSET=(\w+)/.exec(create)?.[1] ?? record.charset;
		let named = create;
		for (const { name, type } of record.cols ?? []) {
			const { Charset: charset = "", Collate: collation = "" } = type;
			const line = new RegExp(
				`^(\\s*${escaped(quoteName(name.O))} \\w+(?:\\((?:[^()']|'[^']*')*\\))?)(?!.* (?:CHARACTER SET|COLLATE) )`,
				"m",
			);
			if (charset !== "" && charset !== "binary" && charset !== own && line.test(named)) {
				const clause = ` CHARACTER SET ${charset}${collation === "" ? "" : ` COLLATE ${collation}`}`;
				named = named.replace(line, (found) => found + clause);
				this.#list.note("charsets that SHOW CREATE TABLE hides, named: {n} columns");
			}
		}
		return named;
	}

	#add(text: string): void {
		const rewritten = this.#rewrite(bytesOf(text));
		if (rewritten !== undefined) {
			this.#list.add(session, { line: ++this.#line, column: 1 }, rewritten.text);
		}
	}

	async #column(sql: string, at: number): Promise<readonly string[]> {
		const [rows] = await this.#client.query({ sql });
		return rows.map((row) => textOf(row[at]));
	}
}

/** Metadata record of a table, as far as it is read. */
interface TableRecord {
	readonly charset?: string;
	readonly cols?: readonly {
		readonly name: { readonly O: string };
		readonly type: { readonly Charset?: string; readonly Collate?: string };
	}[];
}

function literalOf(cell: Cell, type: number): string {
	if (cell === null) {
		return "NULL";
	}
	const text = cell.toString("utf8");
	if (numeric.has(type)) {
		return text;
	}
	return Buffer.from(text, "utf8").equals(cell) && !/[\0-\x08\x0b-\x1f]/.test(text)
		? `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`
		: `x'${cell.toString("hex")}'`;
}

function textOf(cell: Cell | undefined): string {
	return cell?.toString("utf8") ?? "";
}

function bytesOf(text: string): ByteString {
	return Buffer.from(text, "utf8").toString("latin1");
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
