/**
 * A character of four bytes is refused by a utf8 column, as invalid bytes always were. Source: the error table, third
 * row (1366 "incorrect utf8 value ... for column ...").
 */
import {
	type ByteString,
	type ColumnFacts,
	type HookClass,
	type InsertCheck,
	type Refusal,
	type Settings,
	firstWideCharacter,
} from "../../core/rules/index.ts";

export const refuseWideCharacters = (Base: HookClass<InsertCheck>) =>
	class RefuseWideCharacters extends Base {
		override text(value: ByteString, column: ColumnFacts, settings: Settings): Refusal | undefined {
			const refusal = super.text(value, column, settings);
			if (column.inForce.charset !== "utf8") {
				return refusal;
			}
			const at = firstWideCharacter(value);
			const isFirst = at >= 0 && (refusal === undefined || at < refusal.cutAt);
			return isFirst ? this.incorrectValue(value, column, at) : refusal;
		}
	};
