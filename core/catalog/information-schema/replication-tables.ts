/**
 * Replication tables of `mysql`: empty and read-only.
 *
 * They take no table ids, so that users' tables are numbered as before.
 */
import { defineEmpty, type Definition } from "./definition.ts";

const masterLog = "Master_log_name:longtext Master_log_pos:unsigned";
const relayLog = "Relay_log_name:longtext Relay_log_pos:unsigned";

export const replicationTables: readonly Definition[] = [
	defineEmpty("gtid_executed", "source_uuid:36 interval_start:bigint interval_end:bigint"),
	defineEmpty(
		"ndb_binlog_index",
		`Position:unsigned File:255 epoch:unsigned inserts:unsigned updates:unsigned deletes:unsigned schemaops:unsigned
		orig_server_id:unsigned orig_epoch:unsigned gci:unsigned next_position:unsigned next_file:255`,
	),
	defineEmpty(
		"slave_master_info",
		`Number_of_lines:unsigned ${masterLog} Host:64? User_name:longtext? User_password:longtext? Port:unsigned
		Connect_retry:unsigned Enabled_ssl:int Ssl_ca:longtext? Ssl_capath:longtext? Ssl_cert:longtext? Ssl_cipher:longtext?
		Ssl_key:longtext? Ssl_verify_server_cert:int Heartbeat:decimal Bind:longtext? Ignored_server_ids:longtext?
		Uuid:longtext? Retry_count:unsigned Ssl_crl:longtext? Ssl_crlpath:longtext? Enabled_auto_position:int
		Channel_name:64 Tls_version:longtext?`,
	),
	defineEmpty(
		"slave_relay_log_info",
		`Number_of_lines:unsigned ${relayLog} ${masterLog} Sql_delay:int Number_of_workers:unsigned ` +
			`Id:unsigned Channel_name:64`,
	),
	defineEmpty(
		"slave_worker_info",
		`Id:unsigned ${relayLog} ${masterLog} Checkpoint_relay_log_name:longtext Checkpoint_relay_log_pos:unsigned
		Checkpoint_master_log_name:longtext Checkpoint_master_log_pos:unsigned Checkpoint_seqno:unsigned
		Checkpoint_group_size:unsigned Checkpoint_group_bitmap:longtext Channel_name:64`,
	),
];
