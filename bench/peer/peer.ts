/**
 * A server that takes part.
 *
 * In: nothing. Out: what the rest of the bench may know of it.
 */
import type { Address } from "../wire/handshake.ts";

export interface Peer {
	readonly name: string;
	readonly address: Address;
	/** How it was started, for the report. */
	readonly about: string;
	/** Processes whose children and threads count, too; empty where the server runs on another machine. */
	processes(): readonly number[];
	/** Stops it and starts it again on its data, until it takes connections. Missing where it isn't ours. */
	readonly restart?: () => Promise<void>;
	/** Starts it again with a profiler, which writes to a folder when the server stops. */
	readonly profile?: (into: string) => Promise<void>;
	stop(): Promise<void>;
}
