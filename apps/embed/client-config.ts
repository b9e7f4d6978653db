/**
 * Connections of mysql2 and its like to a database inside the process: options, and a connection that is made.
 */
import { createRequire } from "node:module";
import type { Duplex } from "node:stream";
import { UsageError } from "../compose/usage-error.ts";

/** Options of mysql2's connections and pools. */
export interface ClientConfig {
	readonly user: string;
	readonly password: string;
	readonly database?: string;
	/**
	 * Prepared statements that a connection of mysql2 keeps. Room for its usual 16,000 is 500 KB a connection, made at
	 * once, which a connection a fork would have the process grow by.
	 */
	readonly maxPreparedStatements: number;
	/** Makes the stream of each connection. */
	readonly stream: () => Duplex;
}

/** Connection of mysql2 with promises; its own type says more: `connect<mysql.Connection>()`. */
export interface ClientConnection {
	// biome-ignore lint/suspicious/noExplicitAny: Rows are what the statement says.
	query(sql: string, values?: unknown): Promise<[any, any]>;
	// biome-ignore lint/suspicious/noExplicitAny: Rows are what the statement says.
	execute(sql: string, values?: unknown): Promise<[any, any]>;
	beginTransaction(): Promise<void>;
	commit(): Promise<void>;
	rollback(): Promise<void>;
	end(): Promise<void>;
}

/** `stream` returns one to mysql2; the mariadb driver gives a callback, and would take a returned one besides. */
export function clientConfig(database: string | undefined, connect: () => Duplex): ClientConfig {
	const stream = (given?: unknown): Duplex => {
		const made = connect();
		if (typeof given !== "function") {
			return made;
		}
		given(null, made);
		return undefined as never;
	};
	return {
		user: "root",
		password: "",
		maxPreparedStatements: 1000,
		...(database === undefined ? {} : { database }),
		stream,
	};
}

interface ClientPackage {
	createConnection(config: object): Promise<unknown>;
}

/** Connects with the mysql2 that is installed beside this package. */
export async function connectClient(config: ClientConfig, options: object): Promise<unknown> {
	const { createConnection } = requirePackage();
	return createConnection({ ...config, ...options });
}

function requirePackage(): ClientPackage {
	try {
		return createRequire(import.meta.url)("mysql2/promise") as ClientPackage;
	} catch (failure) {
		if ((failure as { code?: unknown }).code === "MODULE_NOT_FOUND") {
			throw new UsageError("connect() is mysql2's: npm install mysql2", 1);
		}
		throw failure;
	}
}
