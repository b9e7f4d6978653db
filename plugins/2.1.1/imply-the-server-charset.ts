/**
 * A CHANGE or MODIFY without a charset clause means the server's default, so that it fails over an old utf8 column.
 * Source: the error table, first row (1105 "unsupported modify column charset utf8mb4 not match origin utf8").
 */
import type { AlterValidation, CharsetPair, ColumnFacts, HookClass, Surroundings } from "../../core/rules/index.ts";

export const implyTheServerCharset = (Base: HookClass<AlterValidation>) =>
	class ImplyTheServerCharset extends Base {
		override impliedCharset(_column: ColumnFacts, around: Surroundings): CharsetPair {
			return around.server;
		}
	};
