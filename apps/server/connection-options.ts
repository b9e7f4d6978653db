/**
 * Options of a connection: its stream, and the facts of the server around it.
 */
import type { Duplex } from "node:stream";
import type { Kernel } from "../../core/index.ts";
import type { ServerFacts } from "./command.ts";
import type { ServerLog } from "./log.ts";
import type { ServerKeys } from "./security/keys.ts";

export interface ConnectionOptions {
	readonly kernel: Kernel;
	readonly stream: Duplex;
	/** `localhost` or an address. */
	readonly host: string;
	readonly keys: ServerKeys;
	readonly offersTls: boolean;
	/** It came by a Unix socket, which no third party can read. */
	readonly isLocal: boolean;
	readonly collationId: number;
	readonly facts: ServerFacts;
	readonly log: ServerLog;
	readonly connectTimeoutMs: number;
	/** Called when the client has logged in, and again after it has changed its user. */
	readonly admitted: () => void;
	/** Called when the client changes its user: it has to log in again. */
	readonly departed: () => void;
	/** Called once, when all is over. */
	readonly ended: () => void;
}
