/**
 * A column without a clause takes the server's default even where its table is declared otherwise. Source: the
 * statement table: a defect, mended in 2.1.3.
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
		override createColumn(written: Clause, _around: Surroundings): CharsetPair | Refusal {
			return resolveClause(written, this.server());
		}
	};
