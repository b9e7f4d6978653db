/**
 * Rows made of the connections, for tables of performance_schema and sys.
 *
 * In: the processes, which other processes of the server may have to be asked for. Out: how a table's rows are made.
 */
import type { ByteString, Row } from "../../types/value.ts";
import type { Definition } from "../information-schema/definition.ts";
import type { ProcessFacts } from "../information-schema/providers.ts";
import type { Sources } from "../information-schema/sources.ts";

/** `own`: the user who asks. */
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
