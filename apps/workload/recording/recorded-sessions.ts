/**
 * Events of a recording as statements of a workload.
 */
import type { Place } from "../place.ts";
import type { StatementList } from "../statement-list.ts";
import { missingValues } from "../logs/doubt.ts";
import { statementsOf } from "../logs/several-statements.ts";
import type { RecordedConnect, RecordedEvent, RecordedStatement } from "./format.ts";

/** Character sets that are UTF-8, as sessions begin with. */
const plain: ReadonlySet<string> = new Set(["utf8", "utf8mb3", "utf8mb4"]);

/** Adds an event's statements to a list. */
export function addEvent(list: StatementList, event: RecordedEvent, place: Place): void {
	const session = String(event.session);
	if (!("event" in event)) {
		addStatement(list, event, session, place);
		return;
	}
	switch (event.event) {
		case "connect":
			begin(list, event, session, place);
			break;
		case "change-user":
			list.quit(session, place);
			begin(list, event, session, place);
			break;
		case "reset":
			list.quit(session, place);
			break;
		case "use":
			list.use(session, place, Buffer.from(event.database, "utf8").toString("latin1"));
			break;
		case "lost":
			list.add(session, place, "", { notJudged: `the rest of this session was not heard: ${event.reason}` });
			list.quit(session, place);
			break;
		default:
			list.quit(session, place);
	}
}

function begin(list: StatementList, { charset, database }: RecordedConnect, session: string, place: Place): void {
	if (charset !== undefined && !plain.has(charset)) {
		list.add(session, place, `set names ${charset}`, { implied: true });
	}
	if (database !== undefined) {
		list.use(session, place, Buffer.from(database, "utf8").toString("latin1"));
	}
}

function addStatement(list: StatementList, event: RecordedStatement, session: string, place: Place): void {
	const { sql, sqlBase64 = "", values, valuesMissing } = event;
	const text = Buffer.from(sql ?? sqlBase64, sql === undefined ? "base64" : "utf8").toString("latin1");
	if (values !== undefined || valuesMissing) {
		list.add(session, place, text, {
			...(values === undefined ? { notJudged: missingValues } : {}),
			...(values === undefined ? {} : { values: values.map((each) => Buffer.from(each, "utf8").toString("latin1")) }),
		});
		return;
	}
	for (const { text: each } of statementsOf(text, place)) {
		list.add(session, place, each);
	}
}
