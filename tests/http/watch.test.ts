/**
 * Monitoring endpoints: readiness, counters, the description of the interface.
 */
import test from "ava";
import { answerOf } from "../memory-kernel.ts";
import { openRoutes } from "./routes.ts";

test("/readyz reports whether the kernel is open", async (t) => {
	const { get, kernel } = await openRoutes(t);
	t.like(await get("/readyz"), { status: 200, body: "ok\n" });
	await kernel.close();
	t.like(await get("/readyz"), { status: 503 });
});

test("counters for Prometheus", async (t) => {
	const { get, session } = await openRoutes(t);
	for (const sql of ["create table m (a int)", "insert into m values (1)", "select * from m", "select 1"]) {
		await answerOf(session, sql);
	}
	const { body, type } = await get("/metrics");
	t.regex(type ?? "", /^text\/plain; version=0\.0\.4/);
	for (const line of [
		/^verso_connections 1$/m,
		/^verso_up 1$/m,
		/^verso_connections_total 1$/m,
		/^verso_statements_total\{kind="insert"\} \d+$/m,
		/^verso_info\{version="5\.7\.25-verso-v2\.1\.7"\} 1$/m,
		/^process_resident_memory_bytes \d+$/m,
		/^nodejs_eventloop_lag_seconds /m,
	]) {
		t.regex(body, line);
	}
	const selects = (text: string) => Number(/verso_statements_total\{kind="select"\} (\d+)/.exec(text)?.[1]);
	await answerOf(session, "select 2");
	t.true(selects((await get("/metrics")).body) > selects(body));
	const limit = Number(/^verso_memory_limit_bytes (\d+)$/m.exec(body)?.[1]);
	t.true(limit > 1e8, `${limit} bytes`);
	const caches = Number(/^verso_memory_used_bytes\{part="caches"\} (\d+)$/m.exec(body)?.[1]);
	t.true(caches > 0 && caches < limit);
});

test("the description lists the existing routes", async (t) => {
	const { get } = await openRoutes(t);
	const { body, type } = await get("/openapi.json");
	t.is(type, "application/json");
	const { openapi, paths } = JSON.parse(body) as { openapi: string; paths: Record<string, unknown> };
	t.is(openapi, "3.1.0");
	for (const path of Object.keys(paths)) {
		const { status } = await get(path.replace("{database}", "mysql").replace("{table}", "user"));
		t.is(status, 200, path);
	}
});
