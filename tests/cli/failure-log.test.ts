/**
 * The log of an internal error: the sentence, the stack, and the statement that met it.
 */
import { join } from "node:path";
import { readFileSync } from "node:fs";
import test from "ava";
import { openLog } from "../../apps/cli/log.ts";
import { asSqlError } from "../../core/session/client/internal-failure.ts";
import { temporaryFolder } from "./program.ts";

test("the log has the stack and the statement", async (t) => {
	const file = join(temporaryFolder(t), "verso.log");
	const log = await openLog("info", file);
	const error = asSqlError(new TypeError("no such thing"), log, { id: 7, statement: "select 1" });
	t.is(error.code, 1105);
	await log.open();
	const [line = "{}"] = readFileSync(file, "utf8").split("\n");
	const { msg, err, connection, statement } = JSON.parse(line);
	t.is(msg, "A statement failed: no such thing");
	t.deepEqual([connection, statement], [7, "select 1"]);
	t.regex(err.stack, /TypeError: no such thing\n\s+at /);
});
