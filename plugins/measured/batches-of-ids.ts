/**
 * AUTO_INCREMENT takes ids in batches of 30,000, and what is left of a batch is lost when the server stops. Recorded:
 * behaviour 3.
 */
import { type HookClass, IdAllocation, changed, quirk } from "../../core/rules/index.ts";
import guide from "./batches-of-ids.guide.ts";

const allocateBatches = (Base: HookClass<IdAllocation>) =>
	class AllocateBatches extends Base {
		override batch(): number {
			return 30_000;
		}
	};

export default quirk(
	"batches-of-ids",
	{},
	"AUTO_INCREMENT ids are set aside in batches of 30,000 a server; after a restart the next batch begins.",
	["insert-*"],
	[changed(IdAllocation, allocateBatches, "Ids are set aside in batches of 30,000.", guide)],
);
