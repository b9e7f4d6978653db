/**
 * CONVERT TO CHARACTER SET is a syntax error, and another default is accepted and ignored.
 * Recorded: behaviour 0.6 and 0.7.
 */
import { AlterValidation, type HookClass, type Refusal, type TableChangeKind, changed, quirk, refuse } from "../../core/rules/index.ts";

const refuseToReadConvert = (Base: HookClass<AlterValidation>) =>
	class RefuseToReadConvert extends Base {
		override heedsTable(kind: TableChangeKind): boolean | Refusal {
			return kind === "default" ? false : refuse(1064, "42000", "You have an error in your SQL syntax near 'convert to character set'");
		}
	};

export default quirk(
	"convert-is-unknown",
	{ to: "2.0.x" },
	"CONVERT TO CHARACTER SET is a syntax error; CHARSET= and COLLATE= are accepted and ignored.",
	["alter-2.0.3-2.0.3", "insert-2.0.3-2.0.3"],
	[changed(AlterValidation, refuseToReadConvert, "CONVERT TO is a syntax error, another default is ignored.")],
);
