/**
 * Several processes that serve connections of one server, as each of them sees the others.
 *
 * In: questions about connections that are not here, and changes that all are to know. Out: answers of the others.
 *
 * What is stored needs none of this: every process reads and writes the same data directory.
 */
import type { ProcessFacts } from "../../catalog/information-schema/providers.ts";
import type { SetupChange } from "../../catalog/performance-schema/setup-state.ts";
import type { Value } from "../../types/value/value.ts";

export interface PeerProcesses {
	/** From 0. */
	readonly place: number;
	readonly size: number;
	/** Of all others. */
	processes(): Promise<readonly ProcessFacts[]>;
	/** True if some other had the connection. */
	kill(id: number, what: "connection" | "query"): Promise<boolean>;
	/** A global variable was set here. */
	tellVariable(name: string, value: Value): Promise<void>;
	/** A switch of a rule was set here. */
	tellSwitch(setting: string, value: boolean): Promise<void>;
	/** What performance_schema looks at was changed here. */
	tellSetup(change: SetupChange): Promise<void>;
}

/** What the others may ask and tell. */
export interface PeerProcess {
	processes(): readonly ProcessFacts[];
	kill(id: number, what: "connection" | "query"): boolean;
	learnVariable(name: string, value: Value): void;
	learnSwitch(setting: string, value: boolean): void;
	learnSetup(change: SetupChange): void;
}

/** A server of one process. */
export const alone: PeerProcesses = {
	place: 0,
	size: 1,
	processes: async () => [],
	kill: async () => false,
	tellVariable: async () => {},
	tellSwitch: async () => {},
	tellSetup: async () => {},
};
