/**
 * A definition that is too long is refused whatever the SQL mode. From the source of the real servers: no recording
 * shows it.
 */
import { type HookClass, TableDefinition, changed, quirk } from "../../core/rules/index.ts";
import guide from "./no-silent-changes.guide.ts";

const changeNothing = (Base: HookClass<TableDefinition>) =>
	class ChangeNothing extends Base {
		override changesSilently(): boolean {
			return false;
		}
	};

export default quirk(
	"no-silent-changes",
	{},
	"Outside strict mode, too, a VARCHAR or a key that is too long is an error.",
	[],
	[changed(TableDefinition, changeNothing, "Definitions are kept as written or refused.", guide)],
);
