/**
 * What clients ask for and there is none of: triggers, events, routines, profiles, replication.
 */
import type { Show, ShowSubject } from "../sql/tree/show.ts";
import { type Shown, shown } from "./show-result.ts";

const textCharsets = ["character_set_client", "collation_connection", "Database Collation"];
const routineColumns = ["Db", "Name", "Type", "Definer", "Modified", "Created", "Security_type", "Comment", ...textCharsets];

const logEventColumns = ["Log_name", "Pos", "Event_type", "Server_id", "End_log_pos", "Info"];

const columns: Partial<Record<ShowSubject, readonly string[]>> = {
	triggers: ["Trigger", "Event", "Table", "Statement", "Timing", "Created", "sql_mode", "Definer", ...textCharsets],
	events: [
		"Db", "Name", "Definer", "Time zone", "Type", "Execute at", "Interval value", "Interval field", "Starts", "Ends", "Status", "Originator",
		...textCharsets,
	],
	"procedure status": routineColumns,
	"function status": routineColumns,
	profiles: ["Query_ID", "Duration", "Query"],
	profile: ["Status", "Duration"],
	"master status": ["File", "Position", "Binlog_Do_DB", "Binlog_Ignore_DB", "Executed_Gtid_Set"],
	"slave status": ["Slave_IO_State", "Master_Host", "Master_User", "Master_Port", "Connect_Retry", "Master_Log_File", "Read_Master_Log_Pos"],
	"slave hosts": ["Server_id", "Host", "Port", "Master_id", "Slave_UUID"],
	"binary logs": ["Log_name", "File_size"],
	"binlog events": logEventColumns,
	"relaylog events": logEventColumns,
};

export function showNothing({ subject }: Show): Shown {
	return shown(subject.toUpperCase().replaceAll(" ", "_"), (columns[subject] ?? []).map((name) => [name, "64?"]), []);
}
