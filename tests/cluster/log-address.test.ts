/**
 * The address of a shared log: hosts, name, account, files of TLS; what is wrong is one sentence, without the password.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { parseLogAddress, withoutPassword } from "../../apps/cluster/log-address.ts";
import { runVerso, temporaryFolder } from "../cli/program.ts";

test("hosts with and without ports, a name, an account", (t) => {
	t.deepEqual(parseLogAddress("etcd://h1:2379,h2,[::1]:77/shop", {}), {
		hosts: [
			{ host: "h1", port: 2379 },
			{ host: "h2", port: 2379 },
			{ host: "::1", port: 77 },
		],
		name: "shop",
	});
	const { user, password } = parseLogAddress("etcd://joe:p%40ss@h/shop", {});
	t.deepEqual([user, password], ["joe", "p@ss"]);
	t.is(parseLogAddress("etcd://joe@h/shop", { VERSO_LOG_PASSWORD: "hidden" }).password, "hidden");
});

test("TLS with files", (t) => {
	const file = join(temporaryFolder(t), "ca.pem");
	writeFileSync(file, "certificate");
	t.deepEqual(parseLogAddress(`etcds://h/shop?ca=${file}`, {}).tls, { ca: "certificate" });
	t.throws(() => parseLogAddress("etcds://h/shop?ca=/none", {}), { message: /ca cannot be read/ });
	t.throws(() => parseLogAddress("etcds://h/shop?other=1", {}), { message: /not other/ });
});

for (const wrong of ["", "etcd://h", "etcd:///x", "http://h/x", "etcd://h:99999/x", "etcd://joe:secret@h"]) {
	test(`refused: ${wrong}`, (t) => {
		const failure = t.throws(() => parseLogAddress(wrong, {}));
		t.regex(failure.message, /^--log/);
		t.notRegex(failure.message, /secret/);
	});
}

test("a password is not shown", (t) => {
	t.is(withoutPassword("etcd://joe:secret@h/x"), "etcd://joe:***@h/x");
	t.is(withoutPassword("etcd://h/x"), "etcd://h/x");
});

test("a server that cannot use it says so in one sentence", async (t) => {
	const { stderr, exitCode } = await runVerso(["--log", "etcd://h", "--data-dir", join(temporaryFolder(t), "d")]);
	t.is(exitCode, 2);
	t.regex(stderr, /^verso: --log takes etcd:[^\n]+\n$/);
	const several = await runVerso([
		"--log",
		"etcd://h/x",
		"--workers",
		"2",
		"--data-dir",
		join(temporaryFolder(t), "d"),
	]);
	t.regex(several.stderr, /one process/);
});
