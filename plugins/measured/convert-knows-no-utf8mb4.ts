/**
 * CONVERT(... USING utf8mb4) is refused with 1115: the server's table of encodings has no such name. From the source;
 * the rest is as `fewer-text-functions` has it.
 */
import { Grammar, type HookClass, type Refusal, changed, quirk, refuse } from "../../core/rules/index.ts";
import { missingTextFunction } from "./missing-text-function.ts";
import guide from "./convert-knows-no-utf8mb4.guide.ts";

const refuseUtf8mb4 = (Base: HookClass<Grammar>) =>
	class RefuseUtf8mb4 extends Base {
		override textFunction(name: string, charset: string | undefined): Refusal | undefined {
			return charset === "utf8mb4"
				? refuse(1115, "42000", `Unknown character set: '${charset}'`)
				: (missingTextFunction(name, charset) ?? super.textFunction(name, charset));
		}
	};

export default quirk(
	"convert-knows-no-utf8mb4",
	{ to: "2.0.x" },
	"CONVERT(... USING utf8mb4) is refused with 1115, USING BINARY a syntax error; CHARSET() and COLLATION() do not exist.",
	[],
	[changed(Grammar, refuseUtf8mb4, "CONVERT does not know utf8mb4.", guide)],
);
