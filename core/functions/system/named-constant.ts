/**
 * NAME_CONST: a constant that names its column.
 *
 * Returns the second operand; error 1210 for operands that are not constant. The select list takes the column's name
 * from the syntax tree.
 *
 * | name                     | result              | source (MySQL 5.7 manual)      |
 * |--------------------------|---------------------|--------------------------------|
 * | name_const (name, value) | the value's type    | 12.20 Miscellaneous Functions  |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { define } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";

export const namedConstants: readonly FunctionDefinition[] = [
	define("name_const", 2, 2, ([name, value]) => {
		if (name!.constant === undefined || value!.constant === undefined) {
			throw sqlError("wrongArguments", "NAME_CONST");
		}
		return {
			type: value!.type,
			nullable: value!.nullable,
			coercibility: value!.coercibility,
			nullPropagates: false,
			evaluate: (_evaluation, _name, given) => given,
		};
	}),
];
