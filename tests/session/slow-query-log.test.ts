/** The slow-query log: what is written, and what isn't. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("statements longer than long_query_time are counted, and written where the log is on", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-slow-"));
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(async () => {
		await kernel.close();
		rmSync(folder, { recursive: true, force: true });
	});
	const session = await connectRoot(kernel);
	const slow = "select sleep(0.05)";
	const file = join(folder, "slow.log");
	for (const sql of [`set global slow_query_log_file = '${file}'`, "set long_query_time = 0.005", slow]) {
		await answerOf(session, sql);
	}
	t.false(existsSync(file), "the log is off");
	for (const sql of ["set global slow_query_log = 1", `${slow}, 'ä'`]) {
		await answerOf(session, sql);
	}
	for (let looks = 0; looks < 1000 && (!existsSync(file) || !readFileSync(file, "utf8").includes("sleep")); looks++) {
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
	t.regex(readFileSync(file, "utf8"), /^# Time: \d{4}-\d\d-\d\dT[\d:.]+Z\n# User@Host: root\[root\] @ localhost \[\] {2}Id: +\d+\n# Query_time: \d+\.\d{6} {2}Lock_time: 0\.000000 Rows_sent: 1 {2}Rows_examined: 0\nuse test;\nSET timestamp=\d+;\nselect sleep\(0\.05\), 'ä';$/m);
	t.regex(await answerOf(session, "show status like 'Slow_queries'"), /Slow_queries\t[2-9]/);
});
