/**
 * POST /settings: permission, fields, and all-or-nothing application.
 */
import test from "ava";
import { isForeign } from "../../apps/http/origin.ts";
import { connectRoot, answerOf } from "../memory-kernel.ts";
import { openRoutes } from "./routes.ts";

const check = "check_mb4_value_in_utf8";

test("requests from web pages are refused, those from programs are not", async (t) => {
	const { post, ask, kernel } = await openRoutes(t);
	const foreign: Readonly<Record<string, string>>[] = [
		{ origin: "http://evil.example" },
		{ origin: "http://127.0.0.1:8080" },
		{ origin: "http://localhost:10080" },
		{ origin: "null" },
		{ origin: "" },
		{ host: "evil.example" },
		{ host: "evil.example:10080" },
		{ host: "127.0.0.1.evil.example" },
		{ host: "localhost.evil.example" },
		{ host: "evil.example:10080", origin: "http://evil.example:10080" },
	];
	for (const headers of foreign) {
		t.like(
			await post(`${check}=0`, headers),
			{ status: 403, type: "text/plain; charset=utf-8" },
			JSON.stringify(headers),
		);
		t.like(await ask({ method: "POST", url: `/settings?${check}=0`, headers: { host: "localhost", ...headers } }), {
			status: 403,
		});
	}
	t.true(kernel.switches.read("check-mb4-value-in-utf8"));
	const own: Readonly<Record<string, string>>[] = [
		{},
		{ host: "localhost:10080" },
		{ host: "[::1]:10080" },
		{ host: "192.168.1.5" },
		{ origin: "http://127.0.0.1:10080" },
		{ host: "localhost", origin: "http://localhost" },
	];
	for (const [at, headers] of own.entries()) {
		t.like(
			await post(`${check}=${at % 2}`, headers),
			{ status: 200, type: undefined, body: "" },
			JSON.stringify(headers),
		);
		t.is(kernel.switches.read("check-mb4-value-in-utf8"), at % 2 === 1);
	}
	t.false(isForeign("db.example:10080", undefined, "db.example"));
	t.true(isForeign("db.example:10080", undefined, "127.0.0.1"));
});

test("all fields are applied or none", async (t) => {
	const { post, kernel, levels } = await openRoutes(t);
	const isOn = () => kernel.switches.read("check-mb4-value-in-utf8");
	for (const [fields, body] of [
		[`${check}=0&nosuch=1`, "unknown setting nosuch"],
		[`${check}=0&log_level=loud`, 'not a valid logrus Level: "loud"'],
		[`log_level=info&${check}=2`, "illegal argument"],
		[`${check}=true`, "illegal argument"],
		[`${check}=+1`, "illegal argument"],
		[`${check}=01`, "illegal argument"],
		[`${check}=%zz`, 'invalid URL escape "%zz"'],
		[`${check}=0&db_general_log=x`, "illegal argument"],
	] as const) {
		t.like(await post(fields), { status: 400, type: "text/plain; charset=utf-8", body }, fields);
		t.true(isOn());
	}
	t.deepEqual(levels, []);
	for (const fields of ["", `${check}=`, "&&", "log_level="]) {
		t.like(await post(fields), { status: 200, body: "" }, fields);
	}
	t.like(await post(`log_level=WARN&${check}=0`), { status: 200 });
	t.deepEqual([levels, isOn()], [["warn"], false]);
});

test("fields come from a form or the query; the form wins", async (t) => {
	const { post, ask, kernel, get } = await openRoutes(t);
	const isOn = () => kernel.switches.read("check-mb4-value-in-utf8");
	const host = { host: "localhost" };
	await ask({ method: "POST", url: `/settings?${check}=0`, headers: host });
	t.false(isOn());
	await ask({ method: "POST", url: "/settings", payload: { [check]: 1 }, headers: host });
	await post(`${check}=1`, { "content-type": "text/plain" });
	t.false(isOn(), "JSON and text have no fields");
	await ask({
		method: "POST",
		url: `/settings?${check}=0`,
		payload: `${check}=1`,
		headers: { ...host, "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
	});
	t.true(isOn());
	t.like(JSON.parse((await get("/settings")).body), {
		port: 4000,
		"check-mb4-value-in-utf8": true,
		"treat-old-version-utf8-as-utf8mb4": true,
	});
});

test("sessions without their own value change at once; the field exists from 2.1.5 on", async (t) => {
	const { post, kernel, session } = await openRoutes(t, "2.1.5");
	const other = await connectRoot(kernel);
	t.is(await answerOf(other, "set db_check_mb4_value_in_utf8 = 1"), "ok");
	t.is(await answerOf(session, "create table t (a varchar(5) charset utf8)"), "ok");
	await post(`${check}=0`);
	t.is(await answerOf(session, "insert into t values ('🌀')"), "ok");
	t.regex(await answerOf(other, "insert into t values ('🌀')"), /^ERROR 1366 \(HY000\)/);
	await answerOf(other, "set db_check_mb4_value_in_utf8 = default");
	t.is(await answerOf(other, "insert into t values ('🌀')"), "ok");
	const older = await openRoutes(t, "2.1.4");
	t.like(await older.post(`${check}=0`), { status: 400, body: `unknown setting ${check}` });
	t.like(JSON.parse((await older.get("/settings")).body), { "check-mb4-value-in-utf8": true });
});
