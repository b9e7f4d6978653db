/**
 * sysbench: each of its scripts prepares, runs and cleans up, and no statement fails finally.
 */
import type { ExecutionContext } from "ava";
import { runPlain, testWith } from "./program.ts";
import { serve } from "./serve.ts";

const testWithSysbench = testWith("sysbench");

async function sysbench(
	t: ExecutionContext,
	port: number,
	script: string,
	command: string,
	words: readonly string[],
): Promise<string> {
	const server = [
		"--db-driver=mysql",
		"--mysql-host=127.0.0.1",
		`--mysql-port=${port}`,
		"--mysql-user=root",
		"--mysql-db=test",
	];
	const { stdout, exitCode } = await runPlain("sysbench", [script, ...server, ...words, command]);
	t.is(exitCode, 0, `${script} ${command}: ${stdout}`);
	t.notRegex(stdout, /FATAL/);
	return stdout;
}

const manyTables = [
	"oltp_read_only",
	"oltp_read_write",
	"oltp_write_only",
	"oltp_point_select",
	"oltp_insert",
	"oltp_delete",
	"oltp_update_index",
	"oltp_update_non_index",
];
const oneTable = ["select_random_points", "select_random_ranges"];

for (const script of [...manyTables, ...oneTable]) {
	testWithSysbench(script, async (t) => {
		const { mysqlPort } = await serve(t);
		const words = ["--threads=2", `--tables=${oneTable.includes(script) ? 1 : 2}`, "--table-size=300"];
		await sysbench(t, mysqlPort, script, "prepare", words);
		for (const mode of ["auto", "disable"]) {
			const printed = await sysbench(t, mysqlPort, script, "run", [
				...words,
				"--events=40",
				"--time=60",
				`--db-ps-mode=${mode}`,
			]);
			// A deadlock is not a fault of the server: sysbench repeats the transaction and counts it as ignored.
			t.regex(printed, /total number of events: +40\n/);
			t.regex(
				printed,
				script === "oltp_read_write" || script === "oltp_write_only" ? /ignored errors: +\d+ / : /ignored errors: +0 /,
			);
		}
		await sysbench(t, mysqlPort, script, "cleanup", words);
	});
}

testWithSysbench("bulk_insert, plain and compressed", async (t) => {
	const { mysqlPort } = await serve(t);
	for (const more of [[], ["--mysql-compression=on"]]) {
		const words = ["--threads=2", ...more];
		await sysbench(t, mysqlPort, "bulk_insert", "prepare", words);
		t.regex(
			await sysbench(t, mysqlPort, "bulk_insert", "run", [...words, "--events=2000", "--time=60"]),
			/total number of events: +2000\n/,
		);
		await sysbench(t, mysqlPort, "bulk_insert", "cleanup", words);
	}
});
