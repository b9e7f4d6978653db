/**
 * A table without a clause is recorded with an empty charset, and shown with the running release's default. Recorded:
 * behaviour 0.1 and 3. The check takes an empty charset as utf8.
 */
import {
	type CharsetPair,
	type Clause,
	DefaultCharset,
	type HookClass,
	type Refusal,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import { refusePair } from "./charset-pair.ts";
import guide from "./tables-without-charset.guide.ts";

const recordWhatIsWritten = (Base: HookClass<DefaultCharset>) =>
	class RecordWhatIsWritten extends Base {
		override createTable(written: Clause, _database: CharsetPair): CharsetPair | Refusal {
			const pair = { charset: written.charset ?? "", collation: written.collation ?? "" };
			return refusePair(pair) ?? pair;
		}
	};

export default quirk(
	"tables-without-charset",
	{ to: "2.1.2" },
	"A table records the words that were written and nothing else; what is missing is read as the " +
		"running release's default.",
	["default-charset-*", "alter-*", "chain-all"],
	[changed(DefaultCharset, recordWhatIsWritten, "A table records only the words that were written.", guide)],
);
