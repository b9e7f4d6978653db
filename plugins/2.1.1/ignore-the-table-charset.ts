/**
 * The default charset is utf8mb4; a column without a clause takes it even where its table is declared otherwise.
 * Source: "What the service does" (3) and the statement table: a defect, mended in 2.1.3.
 */
import {
	type CharsetPair,
	type Clause,
	type DefaultCharset,
	type HookClass,
	type Refusal,
	type Surroundings,
	resolveClause,
} from "../../core/rules/index.ts";

export const ignoreTheTableCharset = (Base: HookClass<DefaultCharset>) =>
	class IgnoreTheTableCharset extends Base {
		override server(): CharsetPair {
			return { charset: "utf8mb4", collation: "utf8mb4_bin" };
		}

		override createColumn(written: Clause, _around: Surroundings): CharsetPair | Refusal {
			return resolveClause(written, this.server());
		}
	};
