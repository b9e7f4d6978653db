/**
 * Kernel: one opened data directory under one rule book, as an app holds it.
 *
 * Opens sessions, and reads the catalog's metadata records, server-wide switches and health. `open.ts` makes it.
 */
import type { SwitchValue } from "./rules/setting/switch.ts";
import type { SqlError } from "./errors/catalogue.ts";
import type { RuleBook } from "./rules/book.ts";
import type { PeerProcess } from "./session/server/peer-processes.ts";
import type { Session, SessionOptions } from "./session/api/session.ts";
import type { ByteString, Value } from "./types/value/value.ts";

export type PasswordPlugin = "mysql_native_password" | "caching_sha2_password";

/** A claimed account, and the ways to authenticate it. */
export interface Identification {
	/** The account's authentication plugin. */
	readonly plugin: PasswordPlugin;
	readonly account: AuthenticatedAccount;
	/**
	 * Returns whether this is the response to the challenge's 20 bytes; undefined: undecided without the password
	 * itself.
	 */
	proves(challenge: Uint8Array, response: Uint8Array): boolean | undefined;
	/**
	 * Resolves to whether this is the password, which arrived over a secure channel.
	 *
	 * @throws SqlError 1040 where too many passwords are being verified; it counts as no failure
	 */
	isPassword(password: ByteString): Promise<boolean>;
	/** How long a client of this address waits before its password is looked at, in milliseconds. */
	delayMs(): number;
	/**
	 * The client was refused: counts it.
	 *
	 * @returns how long the refusal should wait, in milliseconds
	 */
	failed(): number;
	/**
	 * Returns the refusal of an authenticated client: the account is locked, or its REQUIRE is not met. `security`
	 * undefined: no TLS.
	 */
	refusal(security: ConnectionSecurity | undefined, usesPassword: boolean): SqlError | undefined;
}

/** How a connection is encrypted. */
export interface ConnectionSecurity {
	readonly cipher: string;
	/** The client's certificate, whatever its issuer; names as `/C=SE/O=verso/CN=client`. */
	readonly certificate?: { readonly subject: string; readonly issuer: string };
}

export interface AuthenticatedAccount {
	readonly user: string;
	readonly accountHost: string;
}

export interface Kernel {
	readonly book: RuleBook;
	/** The version string of the server: `5.7.10-verso-v…`. */
	readonly version: string;
	/** Returns the id of the next connection: the greeting carries it before there is a session. */
	nextConnectionId(): number;
	/**
	 * Counts packets as they arrive, each in a turn of the event loop: a lone commit then need not wait for the next.
	 */
	readonly arrivals: { arrived: number };
	/**
	 * Statements that were planned, or changed definitions, since the start; `whenNext` is called at the next one, once.
	 */
	readonly plans: { readonly made: number; whenNext: (() => void) | undefined };
	/**
	 * Finds the account of `user` connecting from `host` (`localhost` or an address). Authentication as an account that
	 * does not exist always fails.
	 */
	identify(user: string, host: string): Promise<Identification>;
	/**
	 * Returns the charset in which a client sends names and text and receives messages before there is a session.
	 *
	 * @param collationId - the collation that its handshake names
	 * @throws SqlError 1231 for a charset that no statement can be sent in, and errors of the release
	 */
	handshakeCharset(collationId: number | undefined): string;
	/** Returns the global value of a system variable. */
	globalVariable(name: string): Value;
	/**
	 * Opens a session.
	 *
	 * @param options - account, default database and client of the session
	 * @returns the session
	 * @throws SqlError 1049, 1044 or 1040
	 */
	connect(options: SessionOptions): Promise<Session>;
	/** Returns the names and values of SHOW GLOBAL STATUS. */
	status(): readonly (readonly [name: string, value: string])[];
	/** Number of sessions in this process. */
	readonly connectionCount: number;
	/** This process as the other processes of the same server see it. */
	readonly colleague: PeerProcess;
	readonly metadata: MetadataReader;
	readonly switches: ServerSwitches;
	/**
	 * Checks the store's health.
	 *
	 * @throws Error with a sentence when the store cannot serve any more
	 */
	check(): void;
	/** The accounts that log in without a password, as `name@host`; locked ones excepted. */
	accountsWithoutPassword(): Promise<readonly string[]>;
	/** Counts a connection that ended before its login (Aborted_connects). */
	loginRefused(): void;
	/** Resolves when a client sends SHUTDOWN; the app then ends the server. */
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
	read(setting: string): SwitchValue;
	write(setting: string, value: SwitchValue): void;
}
