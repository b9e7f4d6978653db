/**
 * Registry of all system variables: the families beside this file, and those that the rules in force declare.
 */
import type { RuleBook } from "../../rules/book.ts";
import { DefaultCharset } from "../../rules/default-charset.ts";
import { Variables } from "../../rules/variables.ts";
import { granted, type WarningSink } from "../../rules/warned.ts";
import type { Value } from "../../types/value/value.ts";
import { admissionVariables } from "./admission.ts";
import { characterSetVariables } from "./character-set.ts";
import { innodbVariables } from "./innodb.ts";
import { identityVariables, type LiveVariable, liveVariables } from "./live.ts";
import { cacheVariable, namedPart } from "./key-cache.ts";
import { performanceSchemaVariables } from "./performance-schema.ts";
import { replicationVariables } from "./replication.ts";
import { type RuleVariable, ruleVariables } from "./rule.ts";
import { featureVariables, fileVariables, serverVariables } from "./server.ts";
import { statementVariables } from "./statement.ts";
import { transactionVariables } from "./transaction.ts";
import { text, type Variable } from "./variable.ts";

export interface VariableRegistry {
	/** By lower-case name, in name order. */
	readonly all: ReadonlyMap<string, Variable>;
	/** By lower-case name. */
	get(name: string): Variable | undefined;
	readonly live: ReadonlyMap<string, LiveVariable>;
	readonly rules: ReadonlyMap<string, RuleVariable>;
	/** The first variable of a setting, if it has any. */
	readonly nameBySetting: ReadonlyMap<string, string>;
	/**
	 * Looks up a name as written. Throws 1193, and 1272 for a dotted name of a variable without parts.
	 *
	 * @param sink receives the warning in place of 1193, where a rule gives one
	 */
	find(name: string, sink?: WarningSink): Variable;
}

/**
 * `initials`: values known at the start of the server, which replace the families' defaults. Families without effect
 * in verso are four variables in five: they are created when one of them is first looked up.
 */
export function variableRegistry(
	book: RuleBook,
	version: string,
	initials: ReadonlyMap<string, Value>,
): VariableRegistry {
	const questions = book.ask(Variables);
	const rules = ruleVariables(book.switches(), questions);
	const begun = (variable: Variable): Variable => {
		const initial = questions.initial(variable.name, initials.get(variable.name) ?? variable.initial);
		return initial === variable.initial ? variable : Object.freeze({ ...variable, initial });
	};
	const own = byName(
		[
			...characterSetVariables(book.ask(DefaultCharset).server()),
			...statementVariables,
			...transactionVariables,
			...admissionVariables,
			...identityVariables(version),
			...liveVariables.map(({ variable }) => variable),
			...rules.map(({ variable }) => variable),
		].map(begun),
	);
	const get = (name: string): Variable | undefined => {
		let found = own.get(name);
		if (found === undefined) {
			const further = furtherVariables().get(name);
			found = further && begun(further);
			if (found !== undefined) {
				own.set(name, found);
			}
		}
		return found;
	};
	let made: ReadonlyMap<string, Variable> | undefined;
	const all = (): ReadonlyMap<string, Variable> =>
		(made ??= new Map(
			[...new Set([...furtherVariables().keys(), ...own.keys()])].sort().map((name) => [name, get(name)!]),
		));
	return {
		get all() {
			return all();
		},
		get,
		live: new Map(liveVariables.map((live) => [live.variable.name, live])),
		rules: new Map(rules.map((rule) => [rule.variable.name, rule])),
		nameBySetting: new Map(rules.map(({ declared, variable }) => [declared.setting, variable.name] as const).reverse()),
		find(name, sink = noSink) {
			const inside = namedPart(name);
			const found = get((inside?.part ?? name).toLowerCase());
			if (found === undefined) {
				granted(questions.refuseUnknown(inside?.part ?? name), sink);
				return unknownVariable(name);
			}
			return inside === undefined ? found : cacheVariable(inside.cache, found);
		},
	};
}

const noSink: WarningSink = { record: () => undefined };

function unknownVariable(name: string): Variable {
	return { ...text(name, "both", null), isUnknown: true };
}

function byName(variables: readonly Variable[]): Map<string, Variable> {
	return new Map(variables.map((variable) => [variable.name, variable]));
}

let further: ReadonlyMap<string, Variable> | undefined;

/** Variables that are stored and shown, without effect: alike under all rules, and made once for all kernels. */
function furtherVariables(): ReadonlyMap<string, Variable> {
	further ??= byName([
		...serverVariables(),
		...featureVariables(),
		...fileVariables(),
		...innodbVariables(),
		...performanceSchemaVariables(),
		...replicationVariables(),
	]);
	return further;
}
