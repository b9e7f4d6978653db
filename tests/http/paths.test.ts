/**
 * Paths of the HTTP interface: found, redirected and missing ones, and health.
 */
import test from "ava";
import { printJson } from "../../apps/http/json.ts";
import { answerOf } from "../memory-kernel.ts";
import { FakeKernel } from "../server/fake-kernel.ts";
import { asking, openRoutes } from "./routes.ts";

const plain = "text/plain; charset=utf-8";

test("missing paths, databases and tables", async (t) => {
	const { get, ask } = await openRoutes(t);
	const notFound = { status: 404, type: plain, body: "404 page not found\n" };
	for (const url of [
		"/",
		"/nowhere",
		"/Schema",
		"/SETTINGS",
		"/schema/",
		"/schema/test/",
		"/schema/test/t/a",
		"/settings/",
		"/livez/x",
	]) {
		t.like(await get(url), notFound, url);
	}
	t.like(await ask({ method: "POST", url: "/nowhere", headers: { host: "localhost" } }), notFound);
	t.like(await get("/schema/%zz"), { status: 400, type: plain, body: "400 Bad Request" });
	t.like(await get("/schema/nosuch"), { status: 400, type: plain, body: "[schema:1049]Unknown database 'nosuch'" });
	t.like(await get("/schema/nosuch/t"), { status: 400, body: "[schema:1146]Table 'nosuch.t' doesn't exist" });
	t.like(await get("/schema/test/..%5c..%2fetc%2fpasswd"), { status: 404 });
	t.like(await get("/schema/test/%c3%a4"), { status: 400, body: "[schema:1146]Table 'test.ä' doesn't exist" });
	t.like(await get("/schema/test/a%00b"), { status: 400 });
	t.like(await get("/schema?table_id=99999"), {
		status: 400,
		body: "[schema:1146]Table which ID = 99999 does not exist.",
	});
	t.like(await get("/schema?table_id=-1"), { status: 400, body: "[schema:1146]Table which ID = -1 does not exist." });
	t.like(await get("/schema?table_id=abc"), { status: 400, body: 'strconv.Atoi: parsing "abc": invalid syntax' });
});

test("double slashes redirect, escaped ones are slashes, names are case-insensitive", async (t) => {
	const { get, ask, session } = await openRoutes(t);
	await answerOf(session, "create table `Tä b` (a int)");
	t.like(await get("//schema///test?x=//"), { status: 301, location: "/schema/test?x=//" });
	t.like(await get("/schema//a&b"), { status: 301, body: '<a href="/schema/a&#38;b">Moved Permanently</a>.\n\n' });
	const table = await get("/schema/test/T%C3%84%20B");
	t.like(table, { status: 200, type: "application/json" });
	t.like(JSON.parse(table.body), { name: { O: "Tä b", L: "tä b" } });
	t.is((await get("/schema/TEST%2ftä%20b".replace("ä", "%c3%a4"))).body, table.body);
	for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"] as const) {
		t.like(await ask({ method, url: "/schema/test/t%C3%A4%20b" }), { status: 200, body: table.body });
	}
	t.deepEqual(await ask({ method: "HEAD", url: "/schema/test/t%C3%A4%20b" }), { ...table, body: "" });
	t.like(await ask({ method: "HEAD", url: "/schema/test/nosuch" }), { status: 400, body: "" });
	t.like(await ask({ method: "HEAD", url: "/nowhere" }), { status: 404, body: "" });
	const { id } = JSON.parse(table.body) as { id: number };
	t.is((await get(`/schema?table_id=${id}`)).body, table.body);
	t.is((JSON.parse((await get("/schema/test")).body) as unknown[]).length, 1);
	t.true(
		(JSON.parse((await get("/schema?table_id=")).body) as { db_name: { O: string } }[]).some(
			({ db_name: name }) => name.O === "test",
		),
	);
});

test("numbers keep all their digits", async (t) => {
	const { get, session } = await openRoutes(t);
	t.is(
		await answerOf(
			session,
			"create table big (id bigint unsigned auto_increment primary key, d varchar(30) default " +
				"'\x01integer:5') auto_increment=9007199254740993 comment='\x01text:1'",
		),
		"ok",
	);
	const { body } = await get("/schema/test/big");
	t.regex(body, /"auto_inc_id":9007199254740993,/);
	const { cols, comment } = JSON.parse(body) as { cols: { default: string | null }[]; comment: string };
	t.deepEqual([cols[1]?.default, comment], ["\u0001integer:5", "\u0001text:1"]);
	t.is(
		printJson([-12345678901234567890n, "\\\u0001integer:1", { a: ['"\u0001integer:2"'] }]),
		'[-12345678901234567890,"\\\\\\u0001integer:1",{"a":["\\"\\u0001integer:2\\""]}]',
	);
});

test("/status counts connections, /livez reports whether the store works", async (t) => {
	const { get, kernel } = await openRoutes(t, "2.1.4");
	t.deepEqual(JSON.parse((await get("/status")).body), {
		connections: kernel.connectionCount,
		version: "5.7.10-verso-v2.1.4",
		git_hash: "None",
	});
	t.like(await get("/livez"), { status: 200, body: "ok\n" });
	const broken = new FakeKernel();
	broken.check = () => {
		throw new Error("the store is broken: no space left");
	};
	t.like(await asking(broken)({ method: "GET", url: "/livez" }), {
		status: 503,
		type: plain,
		body: "the store is broken: no space left\n",
	});
	// Internal errors are not described to clients.
	t.like(await asking(broken)({ method: "GET", url: "/schema" }), { status: 500, body: "internal error\n" });
});
