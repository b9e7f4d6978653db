/**
 * Keeps the code that V8 compiles of the joined script until a kernel in memory has answered.
 */
import { join } from "node:path";
import { root } from "../root.ts";
import { useJoined } from "./joined.ts";
import { keepCode } from "./run-script.ts";

useJoined(join(root, "dist", "tests", "memory-kernel.js"));
const { playOnMemory } = await import("../memory-kernel.ts");
await playOnMemory({}, [
	"create table t (a int primary key, b varchar(9), key (b))",
	"insert into t values (1, 'x'), (2, 'y')",
	"update t set b = 'z' where a = 1",
	"select b, count(*) from t join t u using (a) where a < 3 group by b order by b",
	"show create table t",
	"drop table t",
]);
keepCode();
