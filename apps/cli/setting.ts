/**
 * The server's settings: one list for flags, environment, configuration file and help.
 *
 * In: nothing. Out: names, kinds, defaults.
 */
export interface Setting {
	/** As a key of the configuration file and, with two dashes, as a flag. */
	readonly name: string;
	/** Names of earlier releases: accepted everywhere, shown nowhere. */
	readonly aliases?: readonly string[];
	readonly kind: "text" | "port" | "count" | "flag" | "list" | "choice";
	/** Commander's spelling where it is more than `--name <placeholder>`. */
	readonly flags: string;
	readonly choices?: readonly string[];
	readonly default: string | number | boolean | readonly string[] | undefined;
	readonly about: string;
}

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Settings of the database's behaviour: shared by every command that opens one. */
export const behaviourSettings: readonly Setting[] = [
	{
		name: "version",
		kind: "text",
		flags: "--version <release>",
		default: undefined,
		about: "the release to be: 2.0, 2.0.x, 2.1.0 to 2.1.7 (default: the newest)",
	},
	{
		name: "as",
		kind: "choice",
		flags: "--as <mode>",
		choices: ["documented", "measured"],
		default: "documented",
		about: "how the release behaves: as documented, or as measured",
	},
	{
		name: "mix",
		kind: "list",
		flags: "--mix <hook[.question]=release>",
		default: [],
		about:
			"take one hook's rule, or one question's answer, from another release or a plugin's file; + in front: above plugins (repeatable)",
	},
	{
		name: "quirk",
		kind: "list",
		flags: "--quirk <name>",
		default: [],
		about: "lay a single measured quirk over the release (repeatable)",
	},
	{
		name: "plugin",
		kind: "list",
		flags: "--plugin <file-or-package>",
		default: [],
		about: "lay a plugin of your own on top, with its options: ./mine.mjs?max=10 (repeatable)",
	},
];

export const directorySettings: readonly Setting[] = [
	{
		name: "parser",
		kind: "choice",
		flags: "--parser <name>",
		choices: ["verso", "node-sql-parser"],
		default: "verso",
		about:
			"whose grammar reads SQL: the kernel's own, or the package of that name, which knows less " +
			"(docs/reference/parsers.md)",
	},
	{
		name: "server-version",
		kind: "text",
		flags: "--server-version <text>",
		default: undefined,
		about:
			"the text of version() and of the handshake, for clients that refuse or choose by it, such as 8.0.36; rules do " +
			"not change (default: the release's)",
	},
	{
		name: "data-dir",
		kind: "text",
		flags: "--data-dir <dir>",
		default: "./verso-data",
		about: "where the data is; made if missing",
	},
	{
		name: "data-dir-mode",
		kind: "choice",
		flags: "--data-dir-mode <0700|0750>",
		choices: ["0700", "0750"],
		default: "0700",
		about: "who else may read the data directory and its logs: no other account, or those of the group (files 0640)",
	},
	{
		name: "durability",
		kind: "text",
		flags: "--durability <full|group-5ms|off>",
		default: "full",
		about:
			"what an acknowledged commit survives. full: power loss; group-5ms: the same, but commits wait up to " +
			"5 ms to share a sync; off: only a killed process, and a power loss may destroy all data",
	},
	{
		name: "tmpdir",
		kind: "text",
		flags: "--tmpdir <dir>",
		default: undefined,
		about: "where sorts, groups and joins go on that are larger than tmp_table_size (default: the system's)",
	},
	{
		name: "snapshot-growth",
		kind: "text",
		flags: "--snapshot-growth <MiB>",
		default: "4096",
		about:
			"a transaction that still reads the state from before the file grew by more is refused (error 9006), " +
			"since it keeps the file growing; 0: never",
	},
	{
		name: "memory-limit",
		kind: "text",
		flags: "--memory-limit <bytes|512M|2G>",
		default: undefined,
		about:
			"what statements, transactions and caches may take together; beyond it statements continue in files or are " +
			"refused (1041) (default: V8's heap limit, or half of what machine, control group and RLIMIT_DATA allow)",
	},
	{ name: "config", kind: "text", flags: "--config <file>", default: undefined, about: "a configuration file (TOML)" },
	{
		name: "config-strict",
		kind: "flag",
		flags: "--config-strict",
		default: false,
		about: "an unknown configuration key is an error, not a warning",
	},
	{
		name: "log-level",
		kind: "choice",
		flags: "--log-level <level>",
		choices: logLevels,
		default: "warn",
		about: "least level of log lines",
	},
	{
		name: "log-file",
		kind: "text",
		flags: "--log-file <file>",
		default: undefined,
		about: "where log lines go (default: stderr)",
	},
];

/** Settings of `run`: it keeps nothing unless it is told a directory. */
export const scriptSettings: readonly Setting[] = [
	...directorySettings.map((setting) =>
		setting.name === "data-dir"
			? {
					...setting,
					default: undefined,
					about: "keep the data in this directory, made if missing (default: in memory)",
				}
			: setting,
	),
	{
		name: "memory",
		kind: "flag",
		flags: "--memory",
		default: false,
		about: "keep nothing, whatever variable or configuration file name a data directory (the default)",
	},
];

const networkSettings: readonly Setting[] = [
	{
		name: "host",
		kind: "text",
		flags: "--host <address>",
		default: "127.0.0.1",
		about: "address both ports listen on",
	},
	{
		name: "port",
		kind: "port",
		flags: "-P, --port <port>",
		default: 4000,
		about: "port of the MySQL protocol; 0 picks a free one",
	},
	{
		name: "http-port",
		kind: "port",
		flags: "--status, --http-port <port>",
		default: 10080,
		about: "port of the HTTP interface; 0 picks a free one",
	},
	{
		name: "http-token",
		kind: "text",
		flags: "--http-token <token>",
		default: undefined,
		about:
			"what HTTP requests must bring as Authorization: Bearer; needed where --host is beyond this machine (better in " +
			"VERSO_HTTP_TOKEN, which the process list does not show)",
	},
	{
		name: "http-max-connections",
		kind: "count",
		flags: "--http-max-connections <count>",
		default: 64,
		about:
			"HTTP connections at once; further ones are answered 503; no more than a quarter of the open files that the limit " +
			"(ulimit -n) leaves",
	},
	{
		name: "insecure",
		kind: "flag",
		flags: "--insecure",
		default: false,
		about: "listen beyond this machine although an account has no password or HTTP no token",
	},
	{
		name: "socket",
		kind: "text",
		flags: "--socket <path>",
		default: undefined,
		about: "a Unix socket to listen on, too (default: none)",
	},
	{
		name: "record",
		kind: "text",
		flags: "--record <file>",
		default: undefined,
		about:
			"write what clients send and are answered to a new file, as verso record does; clients get no TLS and no compression",
	},
	{
		name: "tls",
		kind: "choice",
		flags: "--tls <on|off>",
		choices: ["on", "off"],
		default: "on",
		about: "offer TLS; without a certificate of yours the server makes one, which is kept in the data directory",
	},
	{
		name: "tls-cert",
		kind: "text",
		flags: "--tls-cert <file>",
		default: undefined,
		about: "the server's certificate (PEM)",
	},
	{
		name: "tls-key",
		kind: "text",
		flags: "--tls-key <file>",
		default: undefined,
		about: "the certificate's key (PEM)",
	},
	{
		name: "tls-ca",
		kind: "text",
		flags: "--tls-ca <file>",
		default: undefined,
		about: "certificates of authorities (PEM)",
	},
	{
		name: "require-secure-transport",
		kind: "flag",
		flags: "--require-secure-transport",
		default: false,
		about: "refuse who comes neither by TLS nor by the Unix socket",
	},
	{
		name: "log",
		kind: "text",
		flags: "--log <address>",
		default: undefined,
		about:
			"several servers as one database, over the log that an etcd cluster keeps: " +
			"etcd://user:password@h1:2379,h2,h3/name, etcds:// with TLS (docs/guides/cluster.md); the password may be in " +
			"VERSO_LOG_PASSWORD",
	},
	{
		name: "reads",
		kind: "choice",
		flags: "--reads <session|fresh>",
		choices: ["session", "fresh"],
		default: "session",
		about:
			"with --log. session: a connection reads what it has written, and never older data than before; fresh: also " +
			"all that any server has committed before the statement, at a round trip to the log",
	},
	{
		name: "workers",
		kind: "count",
		flags: "--workers <count>",
		default: 1,
		about:
			"how many processes serve connections, 1 to 64: for reads on a machine with more than two cores, one " +
			"a core; a change costs more with several",
	},
	{
		name: "warm-up",
		aliases: ["rehearsal"],
		kind: "choice",
		flags: "--warm-up <on|off>",
		choices: ["on", "off"],
		default: "off",
		about:
			"on: while the server is idle after its start, run typical statements on a temporary database so " +
			"that V8 compiles their code; costs one to three seconds of CPU time, once",
	},
	{
		name: "slow-query-log",
		kind: "flag",
		flags: "--slow-query-log",
		default: false,
		about: "write statements that take longer than long_query_time to a file",
	},
	{
		name: "slow-query-log-file",
		kind: "text",
		flags: "--slow-query-log-file <file>",
		default: undefined,
		about: "that file (default: verso-slow.log in the data directory)",
	},
	{
		name: "local-infile",
		kind: "flag",
		flags: "--local-infile",
		default: false,
		about: "let clients send files with LOAD DATA LOCAL",
	},
	{
		name: "event-scheduler",
		kind: "flag",
		flags: "--event-scheduler",
		default: false,
		about: "run the events of CREATE EVENT from the start, as SET GLOBAL event_scheduler = ON does",
	},
	{
		name: "innodb-rollback-on-timeout",
		kind: "flag",
		flags: "--innodb-rollback-on-timeout",
		default: false,
		about: "a transaction that waits too long for a row ends, not only its statement",
	},
	{
		name: "secure-file-priv",
		kind: "text",
		flags: "--secure-file-priv <dir>",
		default: undefined,
		about: "the one folder that LOAD DATA reads and SELECT ... INTO OUTFILE writes (default: none)",
	},
];

/** Of commands that run until they are ended, or play a file. */
export const watchSetting: Setting = {
	name: "watch",
	kind: "flag",
	flags: "--watch",
	default: false,
	about: "start again when the file of a plugin, or the script of run, changes",
};

export const serverSettings: readonly Setting[] = [
	...behaviourSettings,
	...directorySettings,
	...networkSettings,
	watchSetting,
];

/** `VERSO_DATA_DIR` for `data-dir`. */
export function environmentName({ name }: { readonly name: string }): string {
	return `VERSO_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** The setting's name and its aliases, in the order in which they count. */
export function namesOf({ name, aliases = [] }: Setting): readonly string[] {
	return [name, ...aliases];
}
