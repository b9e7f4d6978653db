/**
 * List of all tables of performance_schema. Variables and status are the same as information_schema's.
 */
import type { Definition } from "../information-schema/definition.ts";
import { variableTables } from "../information-schema/server.ts";
import { eventTables } from "./events.ts";
import { instanceTables } from "./instance.ts";
import { setupTables } from "./setup.ts";
import { summaryTables } from "./summary.ts";
import { threadTables } from "./threads.ts";

export const performanceSchema: readonly Definition[] = [
	...variableTables.map((definition) => ({ ...definition, name: definition.name.toLowerCase() })),
	...threadTables,
	...eventTables,
	...summaryTables,
	...setupTables,
	...instanceTables,
];
