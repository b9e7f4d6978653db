/**
 * Test files that need the kernel load the joined script, and each class is there once, whichever way it is imported.
 */
import test from "ava";
import { invariant } from "../../core/errors/invariant.ts";
import { DatabaseError, open } from "../../apps/embed/index.ts";
import { SqlError } from "../../core/index.ts";
import { isJoinedUsed } from "./joined.ts";
import { joinedScript } from "./table.ts";

const joined = isJoinedUsed() ? test : test.skip;

joined("a kernel's modules are in the script", (t) => {
	const failure = t.throws(() => invariant(false, "A fault has a stack"));
	t.true(failure.stack!.includes(`${joinedScript}:`), failure.stack);
});

joined("a module that is left apart has the script's classes, too", async (t) => {
	const { SqlError: direct } = await import("../../core/errors/sql-error.ts");
	t.is(direct, SqlError);
	await using db = await open();
	await t.throwsAsync(db.query("selec"), { instanceOf: DatabaseError, code: "ER_PARSE_ERROR" });
});
