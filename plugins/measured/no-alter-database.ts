/**
 * ALTER DATABASE is a syntax error. Recorded: behaviour 0.14.
 */
import { Grammar, type HookClass, type Refusal, changed, quirk } from "../../core/rules/index.ts";
import { syntaxError } from "./syntax-error.ts";
import guide from "./no-alter-database.guide.ts";

const refuseToReadAlterDatabase = (Base: HookClass<Grammar>) =>
	class RefuseToReadAlterDatabase extends Base {
		override alterDatabase(): Refusal {
			return syntaxError("alter database");
		}
	};

export default quirk(
	"no-alter-database",
	{},
	"ALTER DATABASE is a syntax error.",
	["default-charset-*", "alter-*"],
	[changed(Grammar, refuseToReadAlterDatabase, "ALTER DATABASE is a syntax error.", guide)],
);
