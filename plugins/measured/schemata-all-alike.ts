/**
 * SCHEMATA shows the server's default for every database. Recorded: default-charset-2.0.3.
 */
import { type CharsetPair, type HookClass, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./schemata-all-alike.guide.ts";

const showTheServers = (Base: HookClass<Listing>) =>
	class ShowTheServers extends Base {
		override databasePair(_stated: CharsetPair, server: CharsetPair): CharsetPair {
			return server;
		}
	};

export default quirk(
	"schemata-all-alike",
	{ to: "2.0.x" },
	"SCHEMATA shows the server's default for every database.",
	["default-charset-2.0.3"],
	[changed(Listing, showTheServers, "SCHEMATA shows the server's default.", guide)],
);
