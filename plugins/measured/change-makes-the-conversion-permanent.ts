/**
 * A CHANGE of a column that is read as utf8mb4 records it so. Recorded: behaviour 6. With the key off again it stays
 * utf8mb4, its siblings don't.
 */
import {
	AlterValidation,
	type CharsetPair,
	type Clause,
	type ColumnFacts,
	type HookClass,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import guide from "./change-makes-the-conversion-permanent.guide.ts";

const recordWhatIsRead = (Base: HookClass<AlterValidation>) =>
	class RecordWhatIsRead extends Base {
		override recordedCharset(_column: ColumnFacts, to: CharsetPair, _written: Clause): CharsetPair {
			return to;
		}
	};

export default quirk(
	"change-makes-the-conversion-permanent",
	{ from: "2.1.7" },
	"A CHANGE without a charset clause records the charset that the column is read as.",
	["treat-old-*"],
	[changed(AlterValidation, recordWhatIsRead, "A changed column is recorded as it is read.", guide)],
);
