/**
 * `verso cluster` on the command line: its commands and flags.
 */
import type { Command } from "commander";

interface ClusterFlags {
	readonly log: string;
	readonly dataDir: string;
	readonly from?: string;
	readonly httpToken?: string;
	readonly json?: boolean;
}

const log = ["--log <address>", "the log: etcd://h1:2379,h2,h3/name"] as const;
const directory = ["--data-dir <dir>", "the server's data directory"] as const;
const token = ["--http-token <token>", "what the servers' HTTP interfaces ask for [VERSO_HTTP_TOKEN]"] as const;

export function clusterCommand(program: Command): void {
	const cluster = program.command("cluster").description("make, join, leave and look at a cluster of servers");
	cluster
		.command("init")
		.description("make a cluster over a log: empty, or with the data of a directory")
		.requiredOption(...log)
		.option(...directory, "./verso-data")
		.action(async (flags: ClusterFlags) => {
			const { initCluster } = await import("./cluster.ts");
			process.stdout.write(await initCluster(flags.log, flags.dataDir));
		});
	cluster
		.command("join")
		.description("make a data directory from that of a member")
		.requiredOption(...log)
		.option(...directory, "./verso-data")
		.option("--from <source>", "a member's HTTP address (which needs --http-token), or a directory of verso backup")
		.option(...token, process.env["VERSO_HTTP_TOKEN"])
		.action(async (flags: ClusterFlags) => {
			const { joinCluster } = await import("./cluster.ts");
			process.umask(0o077);
			process.stdout.write(await joinCluster(flags.log, flags.dataDir, flags.from, flags.httpToken));
		});
	cluster
		.command("leave")
		.description("make a member's data directory that of a server of its own; its server must have ended")
		.requiredOption(...directory)
		.action(async (flags: ClusterFlags) => {
			const { leaveCluster } = await import("./cluster.ts");
			process.stdout.write(await leaveCluster(flags.dataDir));
		});
	cluster
		.command("status")
		.description("show servers by their HTTP addresses: position, how far behind, digest, members")
		.argument("<url...>", "http://HOST:10080")
		.option(...token, process.env["VERSO_HTTP_TOKEN"])
		.option("--json", "print JSON")
		.action(async (urls: readonly string[], flags: ClusterFlags) => {
			const { printClusterStatus } = await import("./cluster.ts");
			const { text, exitCode } = await printClusterStatus(urls, flags.httpToken, flags.json === true);
			process.stdout.write(text);
			process.exitCode = exitCode;
		});
}
