/**
 * The variables of the server's charset say latin1, as the MySQL server's did that they were copied from. Recorded:
 * default-charset-2.0.3. What is made is utf8 all the same.
 */
import { type HookClass, type Value, Variables, changed, quirk } from "../../core/rules/index.ts";
import { borrowedValues } from "./borrowed-variable-values.ts";
import guide from "./latin1-variables.guide.ts";

const latin1Values: Readonly<Record<string, string>> = {
	character_set_client: "latin1",
	character_set_connection: "latin1",
	character_set_results: "latin1",
	character_set_server: "latin1",
	character_set_database: "latin1",
	collation_connection: "latin1_swedish_ci",
	collation_server: "latin1_swedish_ci",
	collation_database: "latin1_swedish_ci",
};

const sayLatin1 = (Base: HookClass<Variables>) =>
	class SayLatin1 extends Base {
		override initial(name: string, value: Value): Value {
			return latin1Values[name] ?? borrowedValues[name] ?? super.initial(name, value);
		}
	};

export default quirk(
	"latin1-variables",
	{ to: "2.0.x" },
	"character_set_server and its kin say latin1, though everything is made in utf8.",
	["default-charset-2.0.3"],
	[changed(Variables, sayLatin1, "The server's charset variables say latin1.", guide)],
);
