/**
 * A CHANGE or MODIFY without a charset means the server's default. Recorded: behaviour 0.3 and 4. Over a utf8mb4
 * column that fails where the default is utf8.
 */
import {
	AlterValidation,
	type CharsetPair,
	type ColumnFacts,
	type HookClass,
	type Surroundings,
	type TableFacts,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import guide from "./change-implies-the-server-charset.guide.ts";

const implyTheServerCharset = (Base: HookClass<AlterValidation>) =>
	class ImplyTheServerCharset extends Base {
		override impliedCharset(_column: ColumnFacts, around: Surroundings, _table: TableFacts): CharsetPair {
			return around.server;
		}
	};

export default quirk(
	"change-implies-the-server-charset",
	{ to: "2.1.2" },
	"A CHANGE without a charset clause means the server's default.",
	["alter-*-2.0.3", "alter-*-2.1.0", "alter-*-2.1.1", "alter-*-2.1.2"],
	[changed(AlterValidation, implyTheServerCharset, "A CHANGE without a charset means the server's default.", guide)],
);
