/**
 * Name of a stored procedure or function among those of its database: a function and a procedure may share one.
 */
import { fold } from "./identifier.ts";
import type { RoutineRecord } from "./record.ts";

export function routineName({ what, name }: Pick<RoutineRecord, "what" | "name">): string {
	return `${what} ${fold(name)}`;
}
