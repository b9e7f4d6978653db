/**
 * The machine that a run took place on.
 *
 * In: the folder that servers kept their data in. Out: facts for the report; no host name.
 */
import { statfsSync } from "node:fs";
import { cpus, loadavg, release, totalmem, type as systemName } from "node:os";

/** The file systems' magic numbers, since a commit to memory is no commit to disk. */
const fileSystems = new Map([
	[0xef53, "ext4"],
	[0x58465342, "xfs"],
	[0x9123683e, "btrfs"],
	[0x1021994, "tmpfs (memory!)"],
	[0x794c7630, "overlay"],
]);

export function describeMachine(directory: string): readonly (readonly [string, string])[] {
	const processors = cpus();
	const kind = statfsSync(directory).type;
	return [
		["processors", `${processors.length} x ${processors[0]?.model ?? "unknown"}`],
		["memory", `${(totalmem() / 2 ** 30).toFixed(1)} GiB`],
		["system", `${systemName()} ${release()}`],
		["data on", fileSystems.get(kind) ?? `file system 0x${kind.toString(16)}`],
		["Node", process.version],
		[
			"load before",
			loadavg()
				.map((load) => load.toFixed(2))
				.join(" "),
		],
	];
}
