/**
 * Door of the HTTP interface: slow and many connections, foreign pages, the token, and hosts beyond this machine.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import test, { type ExecutionContext } from "ava";
import { startHttp } from "../../apps/http/server.ts";
import { runVerso, serveVerso, temporaryFolder } from "../cli/program.ts";
import { FakeKernel } from "../server/fake-kernel.ts";

const process = {
	configuration: () => ({}),
	logLevels: [],
	setLogLevel() {},
	setGeneralLog() {},
};

async function open(t: ExecutionContext, options: { token?: string; maxConnections?: number } = {}) {
	const lines: string[] = [];
	const log = {
		info: (_facts: object, line: string) => void lines.push(line),
		error: (_facts: object, line: string) => void lines.push(line),
	};
	const http = await startHttp({ kernel: new FakeKernel(), process, host: "127.0.0.1", port: 0, log, ...options });
	t.teardown(() => http.close());
	return { ...http, lines };
}

function ask(port: number, head: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, "127.0.0.1", () => socket.write(`${head}\r\nConnection: close\r\n\r\n`));
		let text = "";
		socket.on("data", (bytes) => {
			text += bytes.toString("latin1");
		});
		socket.on("close", () => resolve(text));
		socket.on("error", reject);
	});
}

test("half a head is cut, also of a client that says nothing", async (t) => {
	const { port } = await open(t);
	const sockets: Socket[] = [];
	for (const text of ["GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", ""]) {
		const socket = connect(port, "127.0.0.1");
		socket.write(text);
		socket.resume();
		sockets.push(socket);
	}
	// Without the timers they would stay for as long as the server runs.
	await Promise.all(sockets.map((socket) => once(socket, "close")));
	t.pass();
});

test("more connections than allowed are answered 503, and their places come back", async (t) => {
	const { port } = await open(t, { maxConnections: 3 });
	const held = [1, 2, 3].map(() => connect(port, "127.0.0.1"));
	await Promise.all(held.map((socket) => once(socket, "connect")));
	t.regex(await ask(port, "GET /status HTTP/1.1\r\nHost: localhost"), /^HTTP\/1\.1 503 /);
	held[0]!.destroy();
	let answer = "";
	for (let times = 0; times < 100 && !answer.startsWith("HTTP/1.1 200"); times++) {
		await new Promise((resolve) => setTimeout(resolve, 50));
		answer = await ask(port, "GET /livez HTTP/1.1\r\nHost: localhost");
	}
	t.regex(answer, /^HTTP\/1\.1 200 /);
	held.forEach((socket) => socket.destroy());
});

const withLimits = spawnSync("prlimit", ["--version"]).error === undefined ? test : test.skip;

withLimits("HTTP leaves the MySQL port its part of the open files", async (t) => {
	const server = await serveVerso(t, ["serve", "--data-dir", temporaryFolder(t)], {
		bundled: true,
		limits: ["--nofile=64:64"],
	});
	const held = Array.from({ length: 80 }, () => connect(server.httpPort, "127.0.0.1").on("error", () => {}));
	t.teardown(() => held.forEach((socket) => socket.destroy()));
	await Promise.all(held.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
	for (let count = 0; count < 8; count++) {
		const connection = await server.connect();
		await connection.query("select 1");
	}
	t.pass();
});

test("every method refuses foreign hosts, origins and sites, and two hosts; answers are for programs alone", async (t) => {
	const { port } = await open(t);
	for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
		for (const headers of [
			"Host: evil.example",
			"Host: evil.example:80",
			"Host: localhost\r\nHost: evil.example",
			"Host: localhost\r\nOrigin: http://evil.example",
			"Host: localhost\r\nOrigin: null",
			"Host: localhost\r\nSec-Fetch-Site: cross-site",
			"Host: localhost\r\nSec-Fetch-Site: same-site",
		]) {
			t.regex(
				await ask(port, `${method} /settings HTTP/1.1\r\n${headers}`),
				/^HTTP\/1\.1 40[03] /,
				`${method} ${headers}`,
			);
		}
	}
	const answer = await ask(port, "GET /status HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: none");
	t.regex(answer, /^HTTP\/1\.1 200 /);
	for (const header of ["x-content-type-options: nosniff", "cache-control: no-store", "frame-ancestors 'none'"]) {
		t.true(answer.toLowerCase().includes(header), header);
	}
});

test("with a token every request must bring it", async (t) => {
	const { port } = await open(t, { token: "secret" });
	const status = async (header: string) =>
		(await ask(port, `GET /status HTTP/1.1\r\nHost: localhost${header}`)).split(" ")[1];
	t.is(await status(""), "401");
	t.is(await status("\r\nAuthorization: Bearer secre"), "401");
	t.is(await status("\r\nAuthorization: Basic secret"), "401");
	t.is(await status("\r\nAuthorization: Bearer secret"), "200");
});

test("malformed requests are one log line a minute", async (t) => {
	const { port, lines } = await open(t);
	await Promise.all(Array.from({ length: 20 }, () => ask(port, "no http at all").catch(() => "")));
	t.true(lines.length <= 1, lines.join("; "));
});

test("beyond this machine a server needs passwords and a token", async (t) => {
	const flags = (folder: string) => [
		"serve",
		...["--data-dir", folder, "--host", "0.0.0.0", "--port", "0", "--http-port", "0"],
	];
	const folder = temporaryFolder(t);
	const { exitCode, stderr } = await runVerso(flags(folder));
	t.is(exitCode, 1);
	t.regex(stderr, /--host 0\.0\.0\.0 opens this server to others, but root@localhost has no password .*--http-token/);
	const change = ["run", "-", "--data-dir", folder];
	await runVerso(change, { input: "alter user root@localhost identified by 'secret'" });
	const { stderr: second } = await runVerso(flags(folder));
	t.regex(second, /but HTTP has no token/);
	const server = await serveVerso(t, flags(folder), { environment: { VERSO_HTTP_TOKEN: "words" } });
	const port = Number(/http:\S+:(\d+)/.exec(server.readyLine)?.[1]);
	const settings = await ask(port, "GET /settings HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer words");
	t.regex(settings, /^HTTP\/1\.1 200 /);
	t.false(settings.includes("words"));
	await serveVerso(t, [...flags(temporaryFolder(t)), "--insecure"]);
	t.pass();
});
