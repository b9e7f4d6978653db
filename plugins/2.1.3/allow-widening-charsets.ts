/**
 * A column's or table's charset may change from utf8 to utf8mb4, and to no other; what names none means the table's.
 * Source: the error table, second row (1105 "unsupported modify charset from ... to ...") and the versioning table.
 */
import {
	type AlterValidation,
	type CharsetPair,
	type ColumnFacts,
	type HookClass,
	type Refusal,
	type Surroundings,
	type TableFacts,
	filledPair,
	refuse,
} from "../../core/rules/index.ts";

export const allowWideningCharsets = (Base: HookClass<AlterValidation>) =>
	class AllowWideningCharsets extends Base {
		override impliedCharset(_column: ColumnFacts, around: Surroundings): CharsetPair {
			return filledPair(around.table, around.server);
		}

		override changeColumn(_column: ColumnFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
			return widening(from, to);
		}

		override convertTable(_table: TableFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
			return widening(from, to);
		}

		override changeTableDefault(_table: TableFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
			return widening(from, to);
		}
	};

function widening(from: CharsetPair, to: CharsetPair): Refusal | undefined {
	const allowed = from.charset === to.charset || (from.charset === "utf8" && to.charset === "utf8mb4");
	return allowed
		? undefined
		: refuse(1105, "HY000", `unsupported modify charset from ${from.charset} to ${to.charset}`);
}
