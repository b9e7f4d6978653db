/**
 * The kernel as an app holds it: one opened data directory under one rule book.
 *
 * In: a store, a rule book, settings (see `open.ts`). Out: sessions, the catalog's metadata records, server-wide
 * switches, a check of health. It refuses to know ports, processes and configuration files.
 */
import type { SqlError } from "./errors/catalogue.ts";
import type { RuleBook } from "./rules/book.ts";
import type { PeerProcess } from "./session/server/peer-processes.ts";
import type { Session, SessionOptions } from "./session/api/session.ts";
import type { ByteString, Value } from "./types/value/value.ts";

export type PasswordPlugin = "mysql_native_password" | "caching_sha2_password";

/** An account that somebody says to be, and the ways to show it. */
export interface Identification {
	/** How the account wants it to be shown. */
	readonly plugin: PasswordPlugin;
	readonly account: AuthenticatedAccount;
	/** Is this the answer to the 20 bytes of the challenge? Undefined: only the password itself can tell. */
	proves(challenge: Uint8Array, response: Uint8Array): boolean | undefined;
	/** Is this the password? It came over a way that nobody else reads. */
	isPassword(password: ByteString): boolean;
	/**
	 * Who has shown it may be kept out all the same: the account is locked, or its REQUIRE is not met. `security`
	 * undefined: no TLS.
	 */
	refusal(security: ConnectionSecurity | undefined, usesPassword: boolean): SqlError | undefined;
}

/** How a connection is encrypted. */
export interface ConnectionSecurity {
	readonly cipher: string;
	/** The client's, whoever signed it; names as `/C=SE/O=verso/CN=client`. */
	readonly certificate?: { readonly subject: string; readonly issuer: string };
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
	/**
	 * A client was heard, by what the system brought in a turn of the process's loop: who commits alone then need not
	 * wait for the next.
	 */
	heard(): void;
	/**
	 * Finds the account of who says to be `user` and comes from `host` (`localhost` or an address). Nobody proves to be
	 * one that isn't there.
	 */
	identify(user: string, host: string): Promise<Identification>;
	/** The global value of a system variable. */
	globalVariable(name: string): Value;
	/** Throws SqlError (1049, 1044, 1040). */
	connect(options: SessionOptions): Promise<Session>;
	/** As SHOW GLOBAL STATUS lists it: names and values. */
	status(): readonly (readonly [name: string, value: string])[];
	/** How many sessions there are in this process. */
	readonly connectionCount: number;
	/** What other processes of the same server may ask and tell. */
	readonly colleague: PeerProcess;
	readonly metadata: MetadataReader;
	readonly switches: ServerSwitches;
	/** Throws with a sentence when the store can't serve any more. */
	check(): void;
	/** Resolves when a client says SHUTDOWN: whoever runs the server ends it. */
	readonly shutdown: Promise<void>;
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
