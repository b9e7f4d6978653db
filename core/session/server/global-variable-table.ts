/**
 * `mysql.global_variables`: computed table with one row for each global variable that has a value.
 *
 * Only variables that rules declare outlive the process (`global-variables.ts`).
 */
import { define, tableOf } from "../../catalog/information-schema/definition.ts";
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { Table } from "../../catalog/table.ts";
import type { Providers } from "../../catalog/information-schema/providers.ts";
import type { VariableRegistry } from "../variables/registry.ts";

let made: Table | undefined;

/** The primary key is declared for clients that read keys; lookups do not use it. */
function table(): Table {
	if (made === undefined) {
		const definition = define("global_variables", "VARIABLE_NAME:64 VARIABLE_VALUE:1024?", () => []);
		const computed = tableOf("mysql", definition.name, definition.columns());
		const key = {
			id: 0,
			name: "PRIMARY",
			type: "primary",
			parts: [{ columnId: computed.columns[0]?.id ?? 1 }],
			comment: "",
		} as const;
		made = { ...computed, record: { ...computed.record, indexes: [key] } };
	}
	return made;
}

export function globalVariableTable(
	database: string,
	name: string,
	providers: Providers,
	registry: VariableRegistry,
): ComputedTable | undefined {
	if (database.toLowerCase() !== "mysql" || name.toLowerCase() !== "global_variables") {
		return undefined;
	}
	const hasGlobal = (variable: string): boolean => registry.get(variable)?.scope !== "session";
	return {
		table: table(),
		rows: () =>
			providers
				.variables("global")
				.filter(([variable]) => hasGlobal(variable))
				.map(([variable, value]) => [variable, value]),
	};
}
