/**
 * `verso record`: passes clients on to a server, and writes what they sent and were answered.
 *
 * In: an address of the server, a port. Out: a recording of format 1 on stdout or in a file; exit code 0 after SIGINT,
 * SIGTERM or SIGHUP, 1 where the recording could not be written.
 */
import { connect } from "node:net";
import { UsageError } from "../../compose/usage-error.ts";
import { startProxy } from "../../workload/recording/proxy.ts";
import { reasonOf } from "../read-statements.ts";
import { RecordingFile } from "./recording-file.ts";

export interface RecordFlags {
	readonly upstream: string;
	readonly host: string;
	readonly port: string;
	readonly out?: string;
}

const mysqlPort = 3306;
/** How long clients may take to end when recording is to stop. */
const graceMs = 500;

/** Answers with the exit code. */
export async function record(flags: RecordFlags): Promise<number> {
	const upstream = parseUpstream(flags.upstream);
	const port = Number(flags.port);
	if (!/^\d+$/.test(flags.port) || port > 65535) {
		throw new UsageError(`--port takes a number up to 65535, not ${flags.port}`, 2);
	}
	const shown = `${upstream.host}:${upstream.port}`;
	const recording = new RecordingFile(flags.out, shown);
	let stop = (): void => {};
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	const proxy = await startProxy({
		host: flags.host,
		port,
		connect: () => connect({ ...upstream, noDelay: true }),
		record: (event) => {
			if (!recording.write(event)) {
				stop();
			}
		},
		failed: (failure) => process.stderr.write(`verso: ${shown}: ${failure.message}\n`),
	}).catch((failure: unknown) => {
		throw new UsageError(`cannot listen on ${flags.host}:${port}: ${reasonOf(failure)}`, 1);
	});
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.once(signal, stop);
	}
	const { address } = proxy;
	const target = flags.out ?? "standard output";
	process.stderr.write(
		`verso records ${shown} at mysql://${address.host}:${address.port} to ${target}; Ctrl-C ends it\n`,
	);
	await stopped;
	await proxy.close(graceMs);
	return recording.end() ? 0 : 1;
}

/** `mysql://old:3306`; clients log in themselves. */
function parseUpstream(text: string): { readonly host: string; readonly port: number } {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol !== "mysql:" || url.hostname === "") {
		throw new UsageError(`--upstream takes an address such as mysql://old:3306, not ${text}`, 2);
	}
	return { host: url.hostname.replace(/^\[|\]$/g, ""), port: url.port === "" ? mysqlPort : Number(url.port) };
}
