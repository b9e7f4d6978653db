/**
 * Row makers over connections, for tables of performance_schema and sys; includes the server's other processes.
 */
import type { ByteString, Row } from "../../types/value/value.ts";
import type { Definition } from "../information-schema/definition.ts";
import type { ProcessFacts } from "../information-schema/providers.ts";
import type { Sources } from "../information-schema/sources.ts";

/** `own`: the asking user. */
export function fromProcesses(
	make: (processes: readonly ProcessFacts[], own: ByteString) => readonly Row[],
): Definition["rows"] {
	return ({ providers }: Sources) => {
		const found = providers.processes();
		const { user } = providers;
		return found instanceof Promise ? found.then((processes) => make(processes, user)) : make(found, user);
	};
}

/** The host without the port. */
export function hostOf({ host }: Pick<ProcessFacts, "host">): string {
	return host.replace(/:\d+$/, "");
}
