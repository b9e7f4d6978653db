/**
 * Variables of admission and resource limits: connections, accounts, prepared statements, memory.
 *
 * `tmp_table_size` is the memory that each sort, group, hash table or DISTINCT of a statement may use before it
 * spills to a file in `tmpdir` (`exec/spill/`).
 */
import { counts, flags, texts, type Variable } from "./variable.ts";

const greatest = 18446744073709551615n;
const greatest32 = 4294967295;

export const admissionVariables: readonly Variable[] = [
	...flags("global", { check_proxy_users: 0, offline_mode: 0, require_secure_transport: 0 }),
	...counts("global", {
		default_password_lifetime: [0, 0, 65535],
		max_connections: [151, 1, 100000],
		max_prepared_stmt_count: [16382, 0, 1048576],
	}),
	...counts("both", { max_user_connections: [0, 0, greatest32], tmp_table_size: [268435456, 1024, greatest] }),
	...counts("global", { max_binlog_cache_size: [18446744073709547520n, 4096, greatest] }),
	...texts("global", { init_connect: "" }),
];
