/**
 * CHANGE and MODIFY compare, in this order: length, digits, charset, sign, kind of type, AUTO_INCREMENT, NULL.
 * Recorded: behaviour 4. Data is never converted.
 */
import {
	AlterValidation,
	type ColumnChange,
	type ColumnShape,
	type HookClass,
	type Refusal,
	changed,
	quirk,
	refuse,
	strictest,
} from "../../core/rules/index.ts";
import guide from "./narrow-column-changes.guide.ts";

const texts = /^(var)?char$|text$|^(var)?binary$|blob$/;
const integers = /int$/;

const compareEverything = (Base: HookClass<AlterValidation>) =>
	class CompareEverything extends Base {
		override modifyColumn({ column, from, to }: ColumnChange): Refusal | undefined {
			const charset = () =>
				from.charset.charset === to.charset.charset
					? from.charset.collation === to.charset.collation
						? undefined
						: this.changeCollation(from.charset, to.charset)
					: this.changeColumn(column, from.charset, to.charset);
			const kind = () => (from.type === "enum" && from.unsigned === to.unsigned ? elements() : refuseKind(from, to));
			const elements = () => this.changeElements(from.elements, to.type === "enum" ? to.elements : typeText(to));
			return strictest(
				() => refuseSize(from, to),
				() => this.checkPair(to.charset),
				charset,
				kind,
				() => refuseAttribute(from, to),
			);
		}
	};

function refuseSize(from: ColumnShape, to: ColumnShape): Refusal | undefined {
	if (to.length > 0 && to.length < from.length) {
		return unsupported(`length ${to.length} is less than origin ${from.length}`);
	}
	return to.decimals > 0 && to.decimals < from.decimals
		? unsupported(`decimal ${to.decimals} is less than origin ${from.decimals}`)
		: undefined;
}

function refuseKind(from: ColumnShape, to: ColumnShape): Refusal | undefined {
	if (from.unsigned !== to.unsigned) {
		return unsupported(`unsigned ${to.unsigned} not match origin ${from.unsigned}`);
	}
	const isSame =
		[texts, integers].some((kind) => kind.test(from.type) && kind.test(to.type)) || from.typeCode === to.typeCode;
	return isSame ? undefined : unsupported(`type ${to.typeCode} not match origin ${from.typeCode}`);
}

/** The type as the real servers print it. */
function typeText({ type, length, decimals, elements, unsigned, charset, isCharacterType }: ColumnShape): string {
	const words = elements.map((element) => `'${element.replaceAll("'", "''")}'`).join(",");
	const size = type === "set" ? words : decimals > 0 ? `${length},${decimals}` : String(length);
	const hasSize = type === "set" || (length > 0 && /^(var)?char$|^(var)?binary$|int$|^decimal$|^bit$/.test(type));
	const pair = isCharacterType && type !== "set" && charset.charset !== "binary";
	return (
		`${type}${hasSize ? `(${size})` : ""}${unsigned ? " UNSIGNED" : ""}` +
		(pair ? ` CHARACTER SET ${charset.charset} COLLATE ${charset.collation}` : "")
	);
}

function refuseAttribute(from: ColumnShape, to: ColumnShape): Refusal | undefined {
	if (to.autoIncrement && !from.autoIncrement) {
		return unsupported("set auto_increment");
	}
	return from.nullable && !to.nullable ? unsupported("null to not null") : undefined;
}

function unsupported(what: string): Refusal {
	return refuse(1105, "HY000", `unsupported modify column ${what}`);
}

export default quirk(
	"narrow-column-changes",
	{},
	"A CHANGE or MODIFY may widen a column within its kind of type and do nothing else.",
	["alter-*"],
	[changed(AlterValidation, compareEverything, "A column is only ever widened within its kind of type.", guide)],
);
