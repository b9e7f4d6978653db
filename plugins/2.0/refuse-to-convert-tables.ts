/**
 * A table's charset cannot be changed, and the refusal says from when on it can. Source: the documentation's
 * statement table ("Supported from 2.1.3").
 */
import {
	type AlterValidation,
	type HookClass,
	type Refusal,
	type TableFacts,
	type CharsetPair,
	refuse,
} from "../../core/rules/index.ts";

export const refuseToConvertTables = (Base: HookClass<AlterValidation>) =>
	class RefuseToConvertTables extends Base {
		override convertTable(_table: TableFacts, _from: CharsetPair, _to: CharsetPair): Refusal | undefined {
			return refuse(1105, "HY000", "unsupported ALTER TABLE ... CONVERT TO CHARACTER SET: it is supported from 2.1.3");
		}

		override changeTableDefault(_table: TableFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
			return refuse(
				1105,
				"HY000",
				`unsupported modify table charset from ${from.charset} to ${to.charset}: it is supported from 2.1.3`,
			);
		}
	};
