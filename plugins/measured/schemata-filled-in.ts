/**
 * SCHEMATA fills in what a database did not record with the server's default. Recorded: the default-charset and
 * dbcharset recordings.
 */
import { type CharsetPair, type HookClass, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./schemata-filled-in.guide.ts";

const fillInSchemata = (Base: HookClass<Listing>) =>
	class FillInSchemata extends Base {
		override databasePair(stated: CharsetPair, server: CharsetPair): CharsetPair {
			return { charset: stated.charset || server.charset, collation: stated.collation || server.collation };
		}
	};

export default quirk(
	"schemata-filled-in",
	{ from: "2.1.0" },
	"SCHEMATA shows the server's charset and collation where the database recorded none.",
	["default-charset-*", "dbcharset-*"],
	[changed(Listing, fillInSchemata, "SCHEMATA fills in the server's default.", guide)],
);
