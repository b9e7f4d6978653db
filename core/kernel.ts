/**
 * The kernel as an app holds it: one opened data directory under one rule book.
 *
 * In: a store, a rule book, settings (see `open.ts`). Out: sessions, the catalog's metadata records, server-wide
 * switches, a check of health. It refuses to know ports, processes and configuration files.
 */
import type { RuleBook } from "./rules/book.ts";
import type { Session, SessionOptions } from "./session/session.ts";

/** What an account's stored password check needs of a login attempt. */
export interface Login {
	readonly user: string;
	/** `localhost` for a Unix socket, else the peer's address. */
	readonly host: string;
	/** The 20 bytes sent in the handshake. */
	readonly challenge: Uint8Array;
	/** The client's answer to the challenge by mysql_native_password; empty: no password. */
	readonly response: Uint8Array;
}

export interface AuthenticatedAccount {
	readonly user: string;
	readonly accountHost: string;
}

export interface Kernel {
	readonly book: RuleBook;
	/** What the server calls itself: `5.7.10-verso-v…`. */
	readonly version: string;
	/** The id of the next connection: the greeting tells it to the client before there is a session. */
	nextConnectionId(): number;
	/** Checks a mysql_native_password answer. Throws SqlError 1045. */
	authenticate(login: Login): Promise<AuthenticatedAccount>;
	/** Throws SqlError (1049, 1044, 1040). */
	connect(options: SessionOptions): Promise<Session>;
	/** How many sessions there are. */
	readonly connectionCount: number;
	readonly metadata: MetadataReader;
	readonly switches: ServerSwitches;
	/** Throws with a sentence when the store can't serve any more. */
	check(): void;
	/** Waits for running statements up to `timeoutMs`, ends sessions, closes the store. */
	close(timeoutMs?: number): Promise<void>;
}

/** The JSON records of the HTTP interface. Unknown names: SqlError 1049 and 1146. Names match case-insensitively. */
export interface MetadataReader {
	databases(): Promise<readonly object[]>;
	tables(database: string): Promise<readonly object[]>;
	table(database: string, table: string): Promise<object>;
	tableById(id: number): Promise<object>;
}

/** The server's own values of the switches that the rules in force declare. */
export interface ServerSwitches {
	/** Value by setting name, of those declared. */
	read(setting: string): boolean;
	write(setting: string, value: boolean): void;
}
