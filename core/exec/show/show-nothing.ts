/**
 * SHOW of profiles and replication, of which there are none: empty results.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Show, ShowSubject } from "../../sql/tree/show.ts";
import { encodeText } from "../../types/value/value.ts";
import { type Shown, shown } from "./show-result.ts";

const logEventColumns = ["Log_name", "Pos", "Event_type", "Server_id", "End_log_pos", "Info"];

const columns: Partial<Record<ShowSubject, readonly string[]>> = {
	profiles: ["Query_ID", "Duration", "Query"],
	profile: ["Status", "Duration"],
	"master status": ["File", "Position", "Binlog_Do_DB", "Binlog_Ignore_DB", "Executed_Gtid_Set"],
	"slave status": [
		"Slave_IO_State",
		"Master_Host",
		"Master_User",
		"Master_Port",
		"Connect_Retry",
		"Master_Log_File",
		"Read_Master_Log_Pos",
		"Relay_Log_File",
		"Relay_Log_Pos",
		"Relay_Master_Log_File",
		"Slave_IO_Running",
		"Slave_SQL_Running",
		"Replicate_Do_DB",
		"Replicate_Ignore_DB",
		"Replicate_Do_Table",
		"Replicate_Ignore_Table",
		"Replicate_Wild_Do_Table",
		"Replicate_Wild_Ignore_Table",
		"Last_Errno",
		"Last_Error",
		"Skip_Counter",
		"Exec_Master_Log_Pos",
		"Relay_Log_Space",
		"Until_Condition",
		"Until_Log_File",
		"Until_Log_Pos",
		"Master_SSL_Allowed",
		"Master_SSL_CA_File",
		"Master_SSL_CA_Path",
		"Master_SSL_Cert",
		"Master_SSL_Cipher",
		"Master_SSL_Key",
		"Seconds_Behind_Master",
		"Master_SSL_Verify_Server_Cert",
		"Last_IO_Errno",
		"Last_IO_Error",
		"Last_SQL_Errno",
		"Last_SQL_Error",
		"Replicate_Ignore_Server_Ids",
		"Master_Server_Id",
		"Master_UUID",
		"Master_Info_File",
		"SQL_Delay",
		"SQL_Remaining_Delay",
		"Slave_SQL_Running_State",
		"Master_Retry_Count",
		"Master_Bind",
		"Last_IO_Error_Timestamp",
		"Last_SQL_Error_Timestamp",
		"Master_SSL_Crl",
		"Master_SSL_Crlpath",
		"Retrieved_Gtid_Set",
		"Executed_Gtid_Set",
		"Auto_Position",
		"Replicate_Rewrite_DB",
		"Channel_Name",
		"Master_TLS_Version",
	],
	"slave hosts": ["Server_id", "Host", "Port", "Master_id", "Slave_UUID"],
	"binary logs": ["Log_name", "File_size"],
	"binlog events": logEventColumns,
	"relaylog events": logEventColumns,
};

export function showNothing({ subject, channel }: Show): Shown {
	if (channel !== undefined && channel !== "") {
		throw sqlError("slaveChannelMissing", encodeText(channel));
	}
	return shown(
		subject.toUpperCase().replaceAll(" ", "_"),
		(columns[subject] ?? []).map((name) => [name, "64?"]),
		[],
	);
}

/** The answer of every server that is not built for debugging. */
export function refuseCode(): never {
	throw sqlError("featureDisabled", "SHOW PROCEDURE|FUNCTION CODE", "--with-debug");
}
