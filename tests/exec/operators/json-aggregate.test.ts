/**
 * JSON_ARRAYAGG and JSON_OBJECTAGG take no more memory than a packet may carry.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";

const great =
	"SELECT '1' k, repeat('x', 900000) v UNION ALL SELECT '2', repeat('x', 900000) UNION ALL SELECT '3', " +
	"repeat('x', 900000)";
const error = /1301 .*Result of json_binary::serialize\(\) was larger than max_allowed_packet \(2097152\) - truncated/;

test("a document above max_allowed_packet is error 1301", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	await answerOf(await connectRoot(kernel), "SET GLOBAL max_allowed_packet = 2097152");
	const session = await connectRoot(kernel);
	for (const call of ["json_arrayagg(v)", "json_objectagg(k, v)"]) {
		t.regex(JSON.stringify(await answerOf(session, `SELECT length(${call}) FROM (${great}) d`)), error);
		t.regex(
			JSON.stringify(await answerOf(session, `SELECT length(${call}) FROM (${great}) d WHERE k < '3'`)),
			/18000\d\d/,
		);
	}
});
