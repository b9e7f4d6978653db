/**
 * SHOW FULL COLUMNS shows the collation binary for types without text. Recorded: behaviour 3.
 */
import { type HookClass, type ListedColumn, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./binary-collation-of-numbers.guide.ts";

const showBinary = (Base: HookClass<Listing>) =>
	class ShowBinary extends Base {
		override fullColumnCollation({ collation }: ListedColumn): string {
			return collation;
		}
	};

export default quirk(
	"binary-collation-of-numbers",
	{},
	"SHOW FULL COLUMNS shows `binary` for types without a collation.",
	["default-charset-*", "alter-*"],
	[changed(Listing, showBinary, "Types without text have the collation binary.", guide)],
);
