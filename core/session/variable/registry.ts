/**
 * All system variables of a server: the families beside this file, and what the rules in force declare.
 *
 * In: the rule book, and facts of the start (port, folders ...). Out: variables by name, in the order of their names.
 */
import type { RuleBook } from "../../rules/book.ts";
import { DefaultCharset } from "../../rules/default-charset.ts";
import { Variables } from "../../rules/variables.ts";
import type { Value } from "../../types/value.ts";
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
import type { Variable } from "./variable.ts";

export interface VariableRegistry {
	/** By lower-case name, in the order of the names. */
	readonly all: ReadonlyMap<string, Variable>;
	readonly live: ReadonlyMap<string, LiveVariable>;
	readonly rules: ReadonlyMap<string, RuleVariable>;
	/** The first variable of a setting, where it has one. */
	readonly nameBySetting: ReadonlyMap<string, string>;
	/** By a name as it was written. Throws 1193, and 1272 for a part of what has none. */
	find(name: string): Variable;
}

/** `initials`: what the start of the server knows better than the families. */
export function variableRegistry(book: RuleBook, version: string, initials: ReadonlyMap<string, Value>): VariableRegistry {
	const questions = book.ask(Variables);
	const rules = ruleVariables(book.switches(), questions);
	const variables: readonly Variable[] = [
		...characterSetVariables(book.ask(DefaultCharset).server()), ...statementVariables, ...transactionVariables, ...serverVariables,
		...featureVariables, ...fileVariables, ...innodbVariables, ...performanceSchemaVariables, ...replicationVariables, ...identityVariables(version),
		...liveVariables.map(({ variable }) => variable), ...rules.map(({ variable }) => variable),
	];
	const all = new Map<string, Variable>();
	for (const variable of [...variables].sort((a, b) => (a.name < b.name ? -1 : 1))) {
		const initial = questions.initial(variable.name, initials.get(variable.name) ?? variable.initial);
		all.set(variable.name, initial === variable.initial ? variable : Object.freeze({ ...variable, initial }));
	}
	return {
		all,
		live: new Map(liveVariables.map((live) => [live.variable.name, live])),
		rules: new Map(rules.map((rule) => [rule.variable.name, rule])),
		nameBySetting: new Map(rules.map(({ declared, variable }) => [declared.setting, variable.name] as const).reverse()),
		find(name) {
			const inside = namedPart(name);
			const found = all.get((inside?.part ?? name).toLowerCase());
			if (found === undefined) {
				throw questions.refuseUnknown(inside?.part ?? name).toError();
			}
			return inside === undefined ? found : cacheVariable(inside.cache, found);
		},
	};
}
