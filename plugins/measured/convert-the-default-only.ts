/**
 * CONVERT TO does what CHARSET= does: it changes the table's default and no column. Recorded: behaviour 0.7 and 4. It
 * compares the table's words as they are recorded, which tables of old releases lack.
 */
import {
	AlterValidation,
	type CharsetPair,
	type HookClass,
	type Refusal,
	type TableChange,
	type TableOutcome,
	allowedAs,
	changed,
	defaultCollation,
	quirk,
	strictest,
} from "../../core/rules/index.ts";
import guide from "./convert-the-default-only.guide.ts";

const convertTheDefaultOnly = (Base: HookClass<AlterValidation>) =>
	class ConvertTheDefaultOnly extends Base {
		override changeTable({ table, written }: TableChange): TableOutcome | Refusal {
			const from = table.stated;
			const charset = written.charset ?? from.charset;
			const to: CharsetPair = { charset, collation: written.collation ?? defaultCollation(charset) };
			if (this.isUnchanged(table, from, to)) {
				return { reach: "nothing", to, checksLengths: false };
			}
			const verdict = strictest(
				() => this.checkPair(to),
				() => (from.charset === to.charset ? this.#collation(from, to) : this.changeTableDefault(table, from, to)),
			);
			return allowedAs(verdict, { reach: "default", to, checksLengths: true });
		}

		#collation(from: CharsetPair, to: CharsetPair): Refusal | undefined {
			return from.collation === to.collation ? undefined : this.changeCollation(from, to);
		}
	};

export default quirk(
	"convert-the-default-only",
	{ from: "2.1.3" },
	"CONVERT TO changes the table's default only, and fails on tables that recorded no charset or collation.",
	["alter-*", "insert-*", "treat-old-*"],
	[changed(AlterValidation, convertTheDefaultOnly, "CONVERT TO changes the table's default only.", guide)],
);
