/**
 * Result column metadata: names, origins, types and flags sent to clients (`columns.txt`).
 *
 * A line is `query => column; column ...`; a column is `[table[=own name].]name[=own name] type flags`. After an
 * intended change `npm test -- --update` rewrites the answers; review the difference.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { SqlError } from "../../core/errors/catalogue.ts";
import type { ResultColumn } from "../../core/session/api/result.ts";
import type { Session } from "../../core/session/api/session.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { typeText } from "../functions/evaluator.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { isUpdate, root } from "../root.ts";

const file = join(root, "tests", "plan", "columns.txt");

function named(name: string, own: string): string {
	return own === "" || own === name ? name : `${name}=${own}`;
}

function described(column: ResultColumn): string {
	const table = column.table === "" ? "" : `${named(column.table, column.originalTable)}.`;
	const flags = [
		column.nullable ? "" : "not null",
		column.primaryKey ? "primary" : "",
		column.uniqueKey ? "unique" : "",
		column.multipleKey ? "multiple" : "",
		column.autoIncrement ? "auto" : "",
		column.noDefault ? "no default" : "",
	];
	return [`${table}${named(column.name, column.originalName)}`, typeText(column.type), ...flags]
		.filter((part) => part !== "")
		.join(" ");
}

async function answered(line: string, session: Session): Promise<string> {
	const [sql = ""] = line.split(" => ");
	if (sql.trim() === "" || sql.startsWith("#")) {
		return line;
	}
	if (sql.startsWith("create")) {
		return `${sql} => ${await answerOf(session, sql)}`;
	}
	try {
		const { columns } = await session.prepare(encodeText(sql));
		return `${sql} => ${columns.map(described).join("; ")}`;
	} catch (error) {
		if (error instanceof SqlError) {
			return `${sql} => ERROR ${error.code}`;
		}
		throw error;
	}
}

test("result column metadata", async (t) => {
	const lines = readFileSync(file, "utf8").split("\n");
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	const found: string[] = [];
	for (const line of lines) {
		found.push(await answered(line, session));
	}
	await kernel.close();
	if (isUpdate) {
		writeFileSync(file, found.join("\n"));
	}
	t.deepEqual(found, isUpdate ? found : lines);
});
