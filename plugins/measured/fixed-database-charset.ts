/**
 * A database's charset is what it was at its creation, word for word, and nothing ever changes it. Recorded:
 * behaviour 0.1 and 2.
 */
import {
	type CharsetPair,
	type Clause,
	type DatabaseFacts,
	DefaultCharset,
	type HookClass,
	type Refusal,
	changed,
	isWritten,
	quirk,
} from "../../core/rules/index.ts";
import { refusePair } from "./charset-pair.ts";
import guide from "./fixed-database-charset.guide.ts";

const fixDatabaseCharsets = (Base: HookClass<DefaultCharset>) =>
	class FixDatabaseCharsets extends Base {
		override database(database: DatabaseFacts): CharsetPair {
			return database.resolved;
		}

		override createDatabase(written: Clause): CharsetPair | Refusal {
			if (!isWritten(written)) {
				return this.server();
			}
			const pair = { charset: written.charset ?? "", collation: written.collation ?? "" };
			return refusePair(pair) ?? pair;
		}
	};

export default quirk(
	"fixed-database-charset",
	{},
	"A database keeps the words of its clause, or the server's default of the release that made it; a " +
		"later release's default does not reach it.",
	["dbcharset-*", "default-charset-*", "chain-all"],
	[changed(DefaultCharset, fixDatabaseCharsets, "A database's charset is fixed when it is created.", guide)],
);
