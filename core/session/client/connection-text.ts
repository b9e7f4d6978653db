/**
 * Charsets of a connection as its literals and comparisons use them: those it named, as the rules read them.
 */
import type { ResolutionContext } from "../../functions/definition/function.ts";
import { defaultCollation } from "../../rules/clause.ts";
import type { Variables } from "../../rules/variables.ts";
import { bytewiseCollation, collationNamed } from "../../types/collation/collation.ts";

export type ConnectionText = Required<
	Pick<ResolutionContext, "clientCharset" | "connectionCharset" | "connectionCollation">
>;

/** `collation`: `collation_connection`, whose charset is `character_set_connection`. */
export function connectionText(client: string, collation: string, questions: Variables): ConnectionText {
	const named = collationNamed(collation)?.charset ?? "utf8mb4";
	const connectionCharset = questions.connectionCharset(named);
	return {
		clientCharset: questions.connectionCharset(client),
		connectionCharset,
		connectionCollation: questions.comparesBytes()
			? bytewiseCollation(connectionCharset)
			: connectionCharset === named
				? collation
				: defaultCollation(connectionCharset),
	};
}
