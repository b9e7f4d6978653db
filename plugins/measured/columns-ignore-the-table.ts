/**
 * A table's charset never reaches its columns. Recorded: behaviour 0.2 and 3. A release whose default is utf8 makes
 * utf8 columns in tables declared utf8mb4, and the other way round.
 */
import {
	type CharsetPair,
	type Clause,
	DefaultCharset,
	type HookClass,
	type Surroundings,
	changed,
	quirk,
	resolveClause,
} from "../../core/rules/index.ts";
import guide from "./columns-ignore-the-table.guide.ts";

const columnsIgnoreTheTable = (Base: HookClass<DefaultCharset>) =>
	class ColumnsIgnoreTheTable extends Base {
		override createColumn(written: Clause, _around: Surroundings): CharsetPair {
			return resolveClause(written, this.server());
		}
	};

export default quirk(
	"columns-ignore-the-table",
	{ to: "2.1.2" },
	"A table's charset never reaches its columns: without a clause of their own they get the server's default.",
	["default-charset-*", "alter-*", "insert-*"],
	[
		changed(
			DefaultCharset,
			columnsIgnoreTheTable,
			"A column without a charset gets the server's default, whatever its table's.",
			guide,
		),
	],
);
