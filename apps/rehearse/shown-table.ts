/**
 * Tables of a data directory as statements that make them: what SHOW CREATE TABLE prints at the first release.
 */
import { type ByteString, encodeText, quoteName } from "../../core/index.ts";
import { rowsOf } from "../compare/answer.ts";
import { answerTo } from "../compare/played-session.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { isSystemDatabase } from "../workload/system-database.ts";
import type { Stage } from "./stage.ts";

interface Named {
	readonly db_name?: { readonly O: string };
	readonly name?: { readonly O: string };
}

/** With the name of their database in front. */
export async function shownTables(stage: Stage): Promise<readonly WorkloadStatement[]> {
	const { metadata } = stage.kernel;
	const shown: WorkloadStatement[] = [];
	for (const database of (await metadata.databases()) as readonly Named[]) {
		const name = database.db_name?.O ?? "";
		if (isSystemDatabase(name)) {
			continue;
		}
		for (const table of (await metadata.tables(name)) as readonly Named[]) {
			const qualified = `${quoteName(name)}.${quoteName(table.name?.O ?? "")}`;
			const created = await createOf(stage, qualified);
			const text = created.replace(/^CREATE TABLE `(?:[^`]|``)+`/, () => encodeText(`CREATE TABLE ${qualified}`));
			shown.push({ file: name, line: shown.length + 1, column: 1, role: "schema", session: "tables", text });
		}
	}
	await stage.quit("tables");
	return shown;
}

async function createOf(stage: Stage, table: string): Promise<ByteString> {
	const { session } = await stage.session("tables");
	const [row] = rowsOf(await answerTo(session, encodeText(`SHOW CREATE TABLE ${table}`)));
	return encodeText(row?.[1] ?? "");
}
