/**
 * EXPLAIN FOR CONNECTION: plans the statement that another connection is running.
 *
 * It is planned with the settings of the explaining session. Error 1094 for an unknown connection, 3012 for one that
 * runs nothing that can be explained.
 */
import type { Providers } from "../../catalog/information-schema/providers.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import type { StatementResult } from "../../exec/statement-result.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { createParser } from "../../sql/parse/index.ts";
import type { ExplainConnection } from "../../sql/tree/session.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { type ByteString, decodeText } from "../../types/value/value.ts";
import { evaluate } from "./evaluate.ts";
import { explain } from "./explain.ts";

const explainable = new Set(["select", "union", "insert", "update", "delete"]);

export function explainConnection(
	statement: ExplainConnection,
	planning: Planning,
	providers: Providers,
	execution: Execution,
): MaybePromise<StatementResult> {
	const asked = after(evaluate(statement.connection, planning, execution), ({ value }) =>
		after(providers.processes(), (all) => ({ id: value, all })),
	);
	return after(asked, ({ id, all }) => {
		const process = all.find((each) => each.id === Number(id));
		if (process === undefined) {
			throw sqlError("unknownThread", String(id));
		}
		const running = process.info === null ? undefined : parsed(process.info, planning);
		if (running === undefined || !explainable.has(running.kind)) {
			throw sqlError("explainNotSupported");
		}
		const { format } = statement;
		const database = process.database === null ? null : decodeText(process.database);
		return explain(
			{ kind: "explain", extended: false, statement: running, ...(format === undefined ? {} : { format }) },
			{ ...planning, database },
			execution,
		);
	});
}

function parsed(text: ByteString, { parserMode }: Planning): Statement | undefined {
	try {
		return createParser().parseFirst(text, parserMode).first?.statement;
	} catch {
		return undefined;
	}
}
