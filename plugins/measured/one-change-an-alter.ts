/**
 * An ALTER TABLE makes one change. Recorded: behaviour 4.
 */
import { AlterValidation, type HookClass, type Refusal, changed, quirk, refuse } from "../../core/rules/index.ts";
import guide from "./one-change-an-alter.guide.ts";

const refuseSeveralChanges = (Base: HookClass<AlterValidation>) =>
	class RefuseSeveralChanges extends Base {
		override changeCount(count: number): Refusal | undefined {
			return count === 1 ? undefined : refuse(1105, "HY000", "can't run multi schema change");
		}
	};

export default quirk(
	"one-change-an-alter",
	{},
	"Several changes in one ALTER TABLE are refused.",
	["alter-*"],
	[changed(AlterValidation, refuseSeveralChanges, "An ALTER TABLE makes one change.", guide)],
);
