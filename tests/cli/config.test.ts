/**
 * Settings from four sources, and keys of the configuration file that the release does not know.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { readConfig, readSettings, readSwitches } from "../../apps/cli/config-file.ts";
import { isKnownVariable, Options } from "../../apps/cli/options.ts";
import { plainServeFlags } from "../../apps/cli/plain-serve.ts";
import { serverSettings } from "../../apps/cli/setting.ts";
import { bookOf } from "../../plugins/index.ts";
import { root } from "../root.ts";
import { isOneSentence, runVerso, serveVerso, temporaryFolder } from "./program.ts";

function configured(t: ExecutionContext, text: string): { folder: string; config: string; words: string[] } {
	const folder = temporaryFolder(t);
	const config = join(folder, "config.toml");
	writeFileSync(config, text);
	return { folder, config, words: ["run", "-", "--data-dir", join(folder, "data"), "--config", config] };
}

const version = { input: "select version()" };

test("flags override environment variables, the file and defaults, in this order", async (t) => {
	const { folder, config, words } = configured(t, 'version = "2.1.1"\nport = 0\nHTTP-Port = 0\nlog-level = "error"\n');
	t.regex((await runVerso(words, version)).stdout, /v2\.1\.1$/m);
	t.regex((await runVerso(words, { ...version, environment: { VERSO_VERSION: "2.1.2" } })).stdout, /v2\.1\.2$/m);
	t.regex(
		(await runVerso([...words, "--version", "2.1.3"], { ...version, environment: { VERSO_VERSION: "2.1.2" } })).stdout,
		/v2\.1\.3$/m,
	);
	const environment = {
		VERSO_CONFIG: config,
		VERSO_DATA_DIR: join(folder, "other"),
		VERSO_MIX: "insert-check=2.0,show-create=2.1.3",
	};
	t.regex((await runVerso(["run", "-"], { ...version, environment })).stdout, /v2\.1\.1$/m);
	const { stdout } = await runVerso(["info", join(folder, "other"), "--json"]);
	t.deepEqual((JSON.parse(stdout) as { lastOpened: { mixes: string[] } }).lastOpened.mixes, [
		"insert-check=2.0",
		"show-create=2.1.3",
	]);
	t.is((await runVerso(["run", "-"], { environment: { VERSO_LOG_LEVEL: "loud" } })).exitCode, 2);
	const server = await serveVerso(t, [], { environment: { ...environment, VERSO_PORT: "0", VERSO_HTTP_PORT: "0" } });
	t.regex(
		server.readyLine,
		/^verso 2\.1\.1 \(as documented, mix insert-check=2\.0, mix show-create=2\.1\.3\) ready: mysql:\/\/root@\S+ http:\S+$/,
	);
	t.false(/:(4000|10080)\b/.test(server.readyLine));
});

test("an unknown key is a warning that names the first release that knows it, in strict mode an error", async (t) => {
	const { config, words } = configured(
		t,
		"check-mb4-value-in-utf8 = false\ntreat-old-version-utf8-as-utf8mb4 = false\nnonsense = 1\n[table]\nx = 1\n",
	);
	const warnings = async (release: string) =>
		(await runVerso([...words, "--version", release])).stderr.trim().split("\n");
	const sentence = (key: string, rest = "") => `verso: warning: ${config}: unknown key ${key}${rest}`;
	const known = (key: string, first: string, release: string) =>
		sentence(key, `; it is known from release ${first} on, and this is ${release}`);
	t.deepEqual(await warnings("2.1.2"), [
		known("check-mb4-value-in-utf8", "2.1.3", "2.1.2"),
		known("treat-old-version-utf8-as-utf8mb4", "2.1.7", "2.1.2"),
		sentence("nonsense"),
		sentence("table"),
	]);
	t.deepEqual(await warnings("2.1.4"), [
		known("treat-old-version-utf8-as-utf8mb4", "2.1.7", "2.1.4"),
		sentence("nonsense"),
		sentence("table"),
	]);
	t.deepEqual(await warnings("2.1.7"), [sentence("nonsense"), sentence("table")]);
	const strict = await runVerso([...words, "--version", "2.1.2", "--config-strict"]);
	t.deepEqual(
		[strict.stderr, strict.exitCode],
		[
			`verso: ${config}: unknown key check-mb4-value-in-utf8; it is known from release 2.1.3 on, and this is 2.1.2\n`,
			2,
		],
	);
});

test("an error about a value's type names key and line", async (t) => {
	const cases: [text: string, sentence: string][] = [
		["Check-MB4-Value-In-UTF8 = 1\n", "line 1: check-mb4-value-in-utf8 must be a boolean, not an integer"],
		['host = "::1"\nport = "4000"\n', "line 2: port must be an integer, not a string"],
		["port = 1.5\n", "line 1: port must be an integer, not a float"],
		["mix = [1]\n", "line 1: mix must be an array of strings, not an array of other values"],
		["\nversion = 2.1\n", "line 2: version must be a string, not a float"],
		['a = """\nport = 1\n"""\nport = true\n', "line 4: port must be an integer, not a boolean"],
	];
	for (const [text, sentence] of cases) {
		const config = readConfig(configured(t, text).config);
		const read = () => {
			readSettings(config, serverSettings);
			readSwitches(config, bookOf("2.1.3").switches(), serverSettings);
		};
		t.throws(read, { message: `${config.path} ${sentence}` });
	}
	const { folder, config } = configured(t, '# first\n\ncheck-mb4-value-in-utf8 = "no"\n');
	const { stdout, stderr, exitCode } = await runVerso([
		"--version",
		"2.1.3",
		"--config",
		config,
		"--data-dir",
		join(folder, "data"),
	]);
	t.deepEqual(
		[stdout, stderr, exitCode],
		["", `verso: ${config} line 3: check-mb4-value-in-utf8 must be a boolean, not a string\n`, 2],
	);
});

test("an unreadable file, and one that is not TOML", async (t) => {
	const { folder, config } = configured(t, "a = 1\nb = = 2\n");
	const missing = join(folder, "missing.toml");
	const { stderr, exitCode } = await runVerso(["--config", missing, "--data-dir", join(folder, "data")]);
	t.true(isOneSentence(stderr) && stderr.includes(missing), stderr);
	t.is(exitCode, 2);
	t.regex(t.throws(() => readConfig(config))?.message ?? "", /line 2/);
	t.throws(() => readConfig(folder), { name: "UsageError" });
});

test("switches in the file apply to the rules", async (t) => {
	const { words } = configured(t, "check-mb4-value-in-utf8 = false\n");
	const script = {
		input:
			"create table t (a varchar(9) charset utf8); insert into t values ('🌀'); select a from t; select " +
			"@@db_check_mb4_value_in_utf8 as x;",
	};
	t.is((await runVerso([...words, "--version", "2.1.5"], script)).stdout, "a\n🌀\nx\n0\n");
});

test("--rehearsal, the name in earlier releases, is --warm-up as flag, variable and key", (t) => {
	const valueOf = (flags: Record<string, unknown>, environment: NodeJS.ProcessEnv = {}): string | undefined =>
		new Options(serverSettings, flags, environment).text("warm-up");
	t.is(valueOf({}), "off");
	t.is(valueOf({ rehearsal: "on" }), "on");
	t.is(valueOf({ warmUp: "off", rehearsal: "on" }), "off");
	t.is(valueOf({}, { VERSO_REHEARSAL: "on" }), "on");
	t.is(valueOf({}, { VERSO_WARM_UP: "off", VERSO_REHEARSAL: "on" }), "off");
	const config = join(temporaryFolder(t), "config.toml");
	writeFileSync(config, 'rehearsal = "on"\n');
	t.is(valueOf({ config }), "on");
	t.is(plainServeFlags(["--rehearsal", "on"], serverSettings)?.["warmUp"], "on");
});

test("a wrong value is blamed on the flag, variable or key that it comes from", async (t) => {
	const { config, words } = configured(t, 'log-level = "loud"\n');
	for (const [flags, environment, sentence] of [
		[["--port", "abc"], {}, "--port takes a port from 0 to 65535, not abc"],
		[[], { VERSO_PORT: "abc" }, "VERSO_PORT takes a port from 0 to 65535, not abc"],
		[[], { VERSO_AS: "measurd" }, "VERSO_AS takes one of documented, measured, not measurd; did you mean measured?"],
		[[], { VERSO_LOCAL_INFILE: "maybe" }, "VERSO_LOCAL_INFILE takes on or off, not maybe"],
		[[], { VERSO_CONFIG_STRICT: "perhaps" }, "VERSO_CONFIG_STRICT takes on or off, not perhaps"],
	] as const) {
		const { stderr, exitCode } = await runVerso(flags, { environment });
		t.deepEqual([stderr, exitCode], [`verso: ${sentence}\n`, 2]);
	}
	const { stderr, exitCode } = await runVerso(words);
	t.regex(stderr, /: log-level takes one of trace, .*, not loud\n$/);
	t.true(stderr.startsWith(`verso: ${config}: `), stderr);
	t.is(exitCode, 2);
});

test("words for on and off are the same in every variable", (t) => {
	const valueOf = (word: string): boolean =>
		new Options(serverSettings, {}, { VERSO_LOCAL_INFILE: word }).flag("local-infile");
	t.true(["1", "true", "ON", "yes"].every(valueOf));
	t.false(["0", "false", "Off", "no", ""].some(valueOf));
});

test("a variable that is no setting's is a warning", async (t) => {
	const environment = { VERSO_PROT: "4001", VERSO_HOME: "/opt/verso" };
	t.is(
		(await runVerso(["run", "-"], { environment })).stderr,
		"verso: warning: there is no setting VERSO_PROT; did you mean VERSO_PORT?\n" +
			"verso: warning: there is no setting VERSO_HOME; did you mean VERSO_HOST?\n",
	);
});

test("no variable that the program or its pages name is a warning", (t) => {
	const names = ["apps", "core", "docs", "README.md", "CONTRIBUTING.md"].flatMap((place) =>
		filesIn(join(root, place)).flatMap((path) => readFileSync(path, "utf8").match(/\bVERSO_[A-Z_]*[A-Z]\b/g) ?? []),
	);
	t.true(names.length > 10);
	t.deepEqual(
		[...new Set(names)].filter((name) => !isKnownVariable(name)),
		[],
	);
	t.false(isKnownVariable("VERSO_PROT"));
});

function filesIn(path: string): readonly string[] {
	return statSync(path).isFile()
		? [path]
		: readdirSync(path, { recursive: true, encoding: "utf8" })
				.filter((name) => /\.(ts|md)$/.test(name))
				.map((name) => join(path, name));
}

test("a misspelt key is a warning that names the nearest known one", async (t) => {
	const { config, words } = configured(t, "check-mb4-value-in-utf = false\nlog-levl = 1\nzzzzzz = 1\n");
	const { stderr, exitCode } = await runVerso([...words, "--version", "2.1.7"]);
	t.is(exitCode, 0);
	t.deepEqual(stderr.trim().split("\n"), [
		`verso: warning: ${config}: unknown key check-mb4-value-in-utf; did you mean check-mb4-value-in-utf8?`,
		`verso: warning: ${config}: unknown key log-levl; did you mean log-level?`,
		`verso: warning: ${config}: unknown key zzzzzz`,
	]);
});

test("--server-version is what version() and the handshake say; rules stay", async (t) => {
	const { words } = configured(t, 'server-version = "8.0.36-verso"\n');
	t.regex((await runVerso(words, version)).stdout, /^8\.0\.36-verso$/m);
	t.regex((await runVerso([...words, "--server-version", "5.7.44"], version)).stdout, /^5\.7\.44$/m);
	for (const wrong of ["eight", "8.0", "8.0.36 x", `8.0.36-${"x".repeat(60)}`]) {
		const { exitCode, stderr } = await runVerso([...words, "--server-version", wrong], version);
		t.is(exitCode, 2, wrong);
		t.true(isOneSentence(stderr) && stderr.includes("--server-version takes"), stderr);
	}
	const flags = ["--data-dir", temporaryFolder(t), "--port", "0", "--http-port", "0", "--server-version", "8.0.36"];
	const server = await serveVerso(t, flags);
	const greeting = await new Promise<string>((resolve) => {
		const socket = connect(Number(/:(\d+)/.exec(server.readyLine)?.[1]), "127.0.0.1");
		socket.once("data", (bytes) => {
			socket.destroy();
			resolve(bytes.toString("latin1"));
		});
	});
	t.true(greeting.includes("\x0a8.0.36\0"), greeting);
});
