/**
 * Computed tables as a session sees them: rows of what its account may see, in the texts of the server's rules.
 */
import { mayBeComputed } from "../../catalog/computed-database.ts";
import { computedTable } from "../../catalog/computed-schemas/registry.ts";
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { Providers } from "../../catalog/information-schema/providers.ts";
import { schemaOfView } from "../../catalog/schema/schema-reads.ts";
import { sharedSchema } from "../../exec/temporary-table.ts";
import { isUpdatable, viewTables } from "../../plan/from/listed-view.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { DefaultCharset } from "../../rules/default-charset.ts";
import { Listing } from "../../rules/listing.ts";
import { SchemaLoad } from "../../rules/schema-load.ts";
import type { SessionContext } from "../api/session-context.ts";
import { computedText } from "../server/computed-text.ts";
import { globalVariableTable } from "../server/global-variable-table.ts";

/** Undefined: there is none of that name. */
export function computedTableNamed(
	database: string,
	name: string,
	planning: Planning,
	conversation: SessionContext,
	providers: Providers,
): ComputedTable | undefined {
	const { server } = conversation;
	const variables = globalVariableTable(database, name, providers, server.registry);
	if (variables === undefined && !mayBeComputed(database, name, sharedSchema(planning.schema))) {
		return undefined;
	}
	const found =
		variables ??
		computedTable(database, name, {
			// A getter, evaluated at each run: a cached plan outlives the account's current visibility.
			get schema() {
				return providers.sight().schema(schemaOfView(sharedSchema(planning.schema)));
			},
			server: server.book.ask(DefaultCharset).server(),
			listing: server.book.ask(Listing),
			providers,
			viewTables: () => viewTables(planning),
			isUpdatable: (view) => isUpdatable(view, planning),
			offsetSeconds: conversation.settings().timeZone.offsetSeconds,
		});
	const loading = server.book.ask(SchemaLoad);
	return found === undefined ? undefined : computedText(found, (pair) => loading.text(pair));
}
