/**
 * A parsed statement and the plan it was last run with.
 *
 * In: a statement, and what a plan depends on. Out: the plan, made anew when something it depends on has changed: the
 * schema, the session's settings, the default database, or the types of parameters. Text and prepared statements share it.
 */
import type { Providers } from "../catalog/information-schema/providers.ts";
import type { LockingReads, Planning } from "../plan/planning.ts";
import type { ParsedStatement } from "../sql/parser.ts";
import { type SqlType, sqlType } from "../types/type.ts";
import type { TypedValue } from "../types/evaluation.ts";
import { type DataKind, planStatement, type StatementPlan } from "./statement-plan.ts";
import type { StatementOf } from "./statement-of.ts";

/** What a plan depends on. */
interface PlanKey {
	readonly schema: object;
	readonly settingsVersion: number;
	readonly database: string | null;
	readonly lockingReads: LockingReads;
	readonly parameterTypes: readonly SqlType[];
}

export class StatementText {
	readonly parsed: ParsedStatement;
	#plan: StatementPlan | undefined;
	#key: PlanKey | undefined;

	constructor(parsed: ParsedStatement) {
		this.parsed = parsed;
	}

	/** The plan it was last run with, if that reads nothing: then it is good for any schema. */
	constantPlan(database: string | null, settingsVersion: number, parameters: readonly TypedValue[]): StatementPlan | undefined {
		const key = this.#key;
		const isGood = this.#plan?.readsNothing === true && key !== undefined && key.settingsVersion === settingsVersion && key.database === database &&
			key.parameterTypes.length === parameters.length && parameters.every((parameter, at) => isPlanned(parameter, key.parameterTypes[at]!));
		return isGood ? this.#plan : undefined;
	}

	plan(planning: Planning, settingsVersion: number, providers: Providers): StatementPlan {
		const key = this.#key;
		const isGood =
			this.#plan !== undefined && key !== undefined && key.schema === planning.schema && key.settingsVersion === settingsVersion &&
			key.database === planning.database && key.lockingReads === planning.lockingReads && sameTypes(key.parameterTypes, planning.parameterTypes) &&
			this.#plan.stands?.(planning) !== false;
		if (isGood) {
			return this.#plan!;
		}
		this.#plan = planStatement(this.parsed.statement as StatementOf<DataKind>, planning, providers);
		const { schema, database, lockingReads, parameterTypes } = planning;
		this.#key = { schema, settingsVersion, database, lockingReads, parameterTypes };
		return this.#plan;
	}
}

function isPlanned(parameter: TypedValue, type: SqlType): boolean {
	return parameter.type === type || sameType(plannedType(parameter), type);
}

function sameTypes(a: readonly SqlType[], b: readonly SqlType[]): boolean {
	return a.length === b.length && a.every((type, at) => type === b[at] || sameType(type, b[at]!));
}

function sameType(a: SqlType, b: SqlType): boolean {
	return a.name === b.name && a.length === b.length && a.scale === b.scale && a.unsigned === b.unsigned && a.collation === b.collation;
}

/** Text of about the same length shares a plan: lengths are rounded up to these. */
const lengths = [64, 1024, 65535, 16777215, 4294967295];

const rounded = new Map<string, SqlType>();

/** The type a parameter is planned with: its own, if text with the next round length. */
export function plannedType({ type }: TypedValue): SqlType {
	if (typeof type.length !== "number" || type.length < 0 || type.name === "decimal" || type.charset === undefined) {
		return type;
	}
	const isText = type.name.endsWith("char") || type.name.endsWith("text") || type.name.endsWith("blob") || type.name.endsWith("binary");
	if (!isText) {
		return type;
	}
	const length = lengths.find((each) => each >= type.length) ?? type.length;
	const name = type.collation === "binary" ? "varbinary" : "varchar";
	const key = `${name} ${length} ${type.collation}`;
	let found = rounded.get(key);
	if (found === undefined) {
		found = sqlType(name, { length, charset: type.charset, collation: type.collation });
		rounded.set(key, found);
	}
	return found;
}
