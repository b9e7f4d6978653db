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
import { isSystemDatabase } from "./system-database.ts";

const session = "1";
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
	const http = url.searchParams.get("http") ?? undefined;
	const strange = [...url.searchParams.keys()].find((name) => name !== "rows" && name !== "http");
	if (strange !== undefined) {
		throw new UsageError(`${shown}: there is no ${strange}; rows=100 and http=http://old:10080 are known`, 2);
	}
	if (http !== undefined && !/^https?:\/\//.test(http)) {
		throw new UsageError(`${shown}: http takes an address such as http://old:10080, not ${http}`, 2);
	}
	const client = await connectTo(url, shown);
	try {
		await new LiveSchema(client, list, rows, http).read(nameIn(url));
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
	#used: string | undefined;
	/** Objects that were read. */
	#read = 0;
	/** Why the last that was not read was not. */
	#refusal: string | undefined;

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
				? (await this.#column("show databases", 0)).filter((name) => !isSystemDatabase(name))
				: [wanted];
		this.#add("set foreign_key_checks = 0");
		const views: View[] = [];
		for (const database of databases) {
			views.push(...(await this.#readDatabase(database)));
		}
		// Views and programs may read tables of every database, and views each other.
		for (const { database, text } of inOrderOfUse(views)) {
			this.#use(database);
			this.#add(text);
		}
		for (const database of databases) {
			await this.#readPrograms(database);
		}
		this.#add("set foreign_key_checks = 1");
		if (this.#read === 0 && this.#refusal !== undefined) {
			throw new UsageError(`nothing of it may be read: ${this.#refusal}`, 1);
		}
	}

	/** Answers with the views, which are made when all tables are. */
	async #readDatabase(database: string): Promise<readonly View[]> {
		const [create = ""] = await this.#column(`show create database ${quoteName(database)}`, 1);
		this.#add(create.replace(/^CREATE DATABASE (?!IF|\/\*!\d+ IF)/i, "CREATE DATABASE IF NOT EXISTS "));
		this.#use(database);
		const [tables] = await this.#client.query({ sql: `show full tables from ${quoteName(database)}` });
		const views: View[] = [];
		for (const [name, type] of tables.map((row) => row.map(textOf) as [string, string])) {
			const place = `${quoteName(database)}.${quoteName(name)}`;
			const text = await this.#created(type === "VIEW" ? "view" : "table", place, 1);
			if (text === undefined) {
				continue;
			}
			if (type === "VIEW") {
				views.push({ database, name, text });
				continue;
			}
			this.#add(await this.#withCharsets(text, database, name));
			if (this.#rows > 0) {
				await this.#readRows(place, name);
			}
		}
		return views;
	}

	/** Routines, triggers and events; servers of the line have none. */
	async #readPrograms(database: string): Promise<void> {
		const like = `'${database.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
		const lists: readonly (readonly [kind: string, list: string, column: number, text: number])[] = [
			["function", `show function status where Db = ${like}`, 1, 2],
			["procedure", `show procedure status where Db = ${like}`, 1, 2],
			["trigger", `show triggers from ${quoteName(database)}`, 0, 2],
			["event", `show events from ${quoteName(database)}`, 1, 3],
		];
		const read: string[] = [];
		for (const [kind, list, column, at] of lists) {
			for (const name of await this.#column(list, column).catch(() => [])) {
				const text = await this.#created(kind, `${quoteName(database)}.${quoteName(name)}`, at);
				read.push(...(text === undefined ? [] : [text]));
			}
		}
		if (read.length > 0) {
			this.#use(database);
			read.forEach((text) => this.#add(text));
		}
	}

	/** Undefined, and noted, where the account may not see it. */
	async #created(kind: string, place: string, at: number): Promise<string | undefined> {
		try {
			const [text = ""] = await this.#column(`show create ${kind} ${place}`, at);
			if (text !== "") {
				this.#read++;
				return text;
			}
			this.#refusal = `the account sees no text of ${kind} ${place}`;
		} catch (failure) {
			this.#refusal = (failure as Error).message;
		}
		this.#list.note(`${kind} ${place} left out: ${this.#refusal}`, 0);
		return undefined;
	}

	#use(database: string): void {
		if (database !== this.#used) {
			this.#used = database;
			this.#list.use(session, { line: ++this.#line, column: 1 }, bytesOf(database));
		}
	}

	/** Generated columns take no values. */
	async #readRows(place: string, name: string): Promise<void> {
		const [columns] = await this.#client.query({ sql: `show columns from ${place}` });
		const written = columns
			.filter((row) => !/\bgenerated\b/i.test(textOf(row[5])))
			.map((row) => quoteName(textOf(row[0])));
		const isWhole = written.length === columns.length;
		const named = isWhole ? "" : ` (${written.join(", ")})`;
		const sql = `select ${isWhole ? "*" : written.join(", ")} from ${place} limit ${this.#rows}`;
		const [rows, fields] = await this.#client.query({ sql });
		for (const row of rows) {
			const values = row.map((cell, at) => literalOf(cell, fields[at]?.columnType ?? 0));
			this.#add(`insert into ${quoteName(name)}${named} values (${values.join(", ")})`);
		}
	}

	/** Names the charsets that columns are stored with, where the table's own is another. */
	async #withCharsets(create: string, database: string, table: string): Promise<string> {
		if (this.#http === undefined) {
			return create;
		}
		const path = [database, table].map(encodeURIComponent).join("/");
		const response = await fetch(`${this.#http.replace(/\/$/, "")}/schema/${path}`).catch(({ cause, message }) => {
			throw new UsageError(`cannot reach ${this.#http}: ${(cause as Error | undefined)?.message ?? message}`, 1);
		});
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

interface View {
	readonly database: string;
	readonly name: string;
	readonly text: string;
}

/** A view behind those that its text names, quoted or not; one name too many does no harm. */
function inOrderOfUse(views: readonly View[]): readonly View[] {
	const ordered = new Set<View>();
	const add = (view: View, above: readonly View[]): void => {
		const words = new Set(view.text.toLowerCase().split(/[^\w$\u0080-\uffff]+/));
		const used = views.filter(({ name }) => words.has(name.toLowerCase()) || view.text.includes(quoteName(name)));
		for (const other of used) {
			if (other !== view && !above.includes(other) && !ordered.has(other)) {
				add(other, [...above, view]);
			}
		}
		ordered.add(view);
	};
	for (const view of views) {
		add(view, []);
	}
	return [...ordered];
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
