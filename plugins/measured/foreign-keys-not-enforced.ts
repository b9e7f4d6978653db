/**
 * Foreign keys are parsed and recorded, and never enforced: neither by rows nor by definitions. From the source; no
 * recording has one.
 */
import { type HookClass, TableDefinition, changed, quirk } from "../../core/rules/index.ts";
import guide from "./foreign-keys-not-enforced.guide.ts";

const recordForeignKeys = (Base: HookClass<TableDefinition>) =>
	class RecordForeignKeys extends Base {
		override enforcesForeignKeys(): boolean {
			return false;
		}
	};

export default quirk(
	"foreign-keys-not-enforced",
	{},
	"Foreign keys are recorded and shown, and never enforced.",
	[],
	[changed(TableDefinition, recordForeignKeys, "Foreign keys are recorded and not enforced.", guide)],
);
