/**
 * New tables carry object version 1, which tells them from tables of all releases before. Source: measured (`version`
 * in the metadata record).
 */
import type { HookClass, Identity } from "../../core/rules/index.ts";

export const markTablesAsVersionOne = (Base: HookClass<Identity>) =>
	class MarkTablesAsVersionOne extends Base {
		override tableVersion(): number {
			return 1;
		}
	};
