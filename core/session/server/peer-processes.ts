/**
 * Peer processes: the other processes that serve connections of the same server, and the messages between them.
 *
 * Stored data needs none of this: every process reads and writes the same data directory.
 */
import type { SwitchValue } from "../../rules/setting/switch.ts";
import type { ProcessFacts } from "../../catalog/information-schema/providers.ts";
import type { SetupChange } from "../../catalog/performance-schema/setup-state.ts";
import type { Value } from "../../types/value/value.ts";

export interface PeerProcesses {
	/** Index of this process, from 0. */
	readonly place: number;
	readonly size: number;
	/** Returns the connections of all other processes. */
	processes(): Promise<readonly ProcessFacts[]>;
	/** Kills a connection or its query; true if another process had it. */
	kill(id: number, what: "connection" | "query"): Promise<boolean>;
	/** Broadcasts the new value of a global variable. */
	tellVariable(name: string, value: Value): Promise<void>;
	/** Broadcasts the new value of a rule's switch. */
	tellSwitch(setting: string, value: SwitchValue): Promise<void>;
	/** Broadcasts a change of performance_schema's setup tables. */
	tellSetup(change: SetupChange): Promise<void>;
}

/** Requests and messages that other processes may send to this one. */
export interface PeerProcess {
	processes(): readonly ProcessFacts[];
	kill(id: number, what: "connection" | "query"): boolean;
	learnVariable(name: string, value: Value): void;
	learnSwitch(setting: string, value: SwitchValue): void;
	learnSetup(change: SetupChange): void;
}

/** Stand-in for a server of one process. */
export const alone: PeerProcesses = {
	place: 0,
	size: 1,
	processes: async () => [],
	kill: async () => false,
	tellVariable: async () => {},
	tellSwitch: async () => {},
	tellSetup: async () => {},
};
