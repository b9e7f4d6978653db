/**
 * DROP TABLE, of one or several.
 *
 * In: the statement. Out: records removed; rows are left to the sweep. Unknown tables are named in one 1051, or in a note
 * each where the statement allows; the known ones are dropped only if all are there.
 */
import { removeTable } from "../catalog/write.ts";
import { sqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import type { DropTable } from "../sql/tree/table.ts";
import type { Answer } from "../store/store.ts";
import { after } from "./answer.ts";
import type { Execution } from "./execution.ts";
import { refuseOthersFence } from "./fence.ts";
import { inTurn } from "./in-turn.ts";
import { findTable, qualifiedName } from "./named-table.ts";
import { done, type StatementOutcome } from "./outcome.ts";

export function dropTable(statement: DropTable, execution: Execution, planning: Planning): Answer<StatementOutcome> {
	if (statement.temporary) {
		return dropTemporary(statement, execution, planning);
	}
	const found = statement.tables.map((name) => findTable(name, planning));
	const missing = statement.tables.filter((_name, at) => found[at] === undefined).map((name) => qualifiedName(name, planning));
	if (missing.length > 0 && !statement.ifExists) {
		throw sqlError("unknownTable", missing.join(","));
	}
	for (const name of missing) {
		execution.warn("Note", "unknownTable", name);
	}
	const tables = new Set(found.filter((table) => table !== undefined));
	if (tables.size + missing.length < statement.tables.length) {
		throw sqlError("notUniqueTable", statement.tables[0]?.name ?? "");
	}
	return after(inTurn([...tables], (table) => {
		refuseOthersFence(table, execution);
		return removeTable(execution.transaction, table.record);
	}), () => done());
}

/** There are no temporary tables, so none of them is there. */
function dropTemporary(statement: DropTable, execution: Execution, planning: Planning): StatementOutcome {
	const names = statement.tables.map((name) => qualifiedName(name, planning));
	if (!statement.ifExists) {
		throw sqlError("unknownTable", names.join(","));
	}
	for (const name of names) {
		execution.warn("Note", "unknownTable", name);
	}
	return done();
}
