/**
 * TABLE_COLLATION of a table that recorded no collation is the server's, whatever the table's charset. Recorded:
 * behaviour 3.
 */
import { type CharsetPair, type HookClass, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./table-collation-of-the-server.guide.ts";

const showTheServersCollation = (Base: HookClass<Listing>) =>
	class ShowTheServersCollation extends Base {
		override tableCollation(stated: CharsetPair, _inForce: CharsetPair, server: CharsetPair): string {
			return stated.collation || server.collation;
		}
	};

export default quirk(
	"table-collation-of-the-server",
	{},
	"TABLE_COLLATION is the server's default where the table recorded none, even of another charset.",
	["default-charset-*", "treat-old-*"],
	[changed(Listing, showTheServersCollation, "TABLE_COLLATION is the server's where none was recorded.", guide)],
);
