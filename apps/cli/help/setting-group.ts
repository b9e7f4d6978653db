/**
 * Groups of settings in the help: every setting is in one, in the order in which the help prints them.
 */
const groups: Readonly<Record<string, readonly string[]>> = {
	Release: ["version", "as", "mix", "quirk", "plugin", "parser", "server-version"],
	Data: ["data-dir", "memory", "durability", "data-dir-mode", "tmpdir", "memory-limit", "snapshot-growth"],
	"Configuration and log": [
		"config",
		"config-strict",
		"watch",
		"log-level",
		"log-file",
		"slow-query-log",
		"slow-query-log-file",
	],
	Network: ["host", "port", "http-port", "http-max-connections", "socket", "record"],
	Security: [
		"insecure",
		"http-token",
		"tls",
		"tls-cert",
		"tls-key",
		"tls-ca",
		"require-secure-transport",
		"local-infile",
		"secure-file-priv",
	],
	Cluster: ["log", "reads"],
	"Speed and locks": ["workers", "warm-up", "innodb-rollback-on-timeout", "event-scheduler"],
};

export function groupOf(setting: string): string {
	return Object.keys(groups).find((group) => groups[group]?.includes(setting)) ?? "Options";
}
