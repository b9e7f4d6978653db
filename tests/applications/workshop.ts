/**
 * Builds and runs programs in other languages, in a copy of their folder outside the sources.
 *
 * Installation is repeated only when the files that determine it change (a hash of them is stored beside the copy).
 */
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { isRunningProcess } from "../../core/store/platform/running-process.ts";
import { root } from "../root.ts";

const run = promisify(execFile);
/** Less than the time after which a silent test run counts as hung. */
const installTimeoutMs = 540_000;
const pauseMs = 100;

/** `library`: test runners and versions of Node, for projects with the packed library. */
export type Language = "node" | "library" | "python" | "go" | "java";

interface Command {
	readonly file: string;
	readonly args: readonly string[];
	readonly folder: string;
}

interface Tools {
	/** Commands that succeed if the language's tools are installed. */
	readonly commands: readonly (readonly string[])[];
	/** Files that determine the installation. */
	readonly wants: readonly string[];
	install(folder: string): Promise<void>;
	command(folder: string, program: string): Command;
}

const python = (folder: string): string => join(folder, "environment", "bin", "python");

const tools: Record<Language, Tools> = {
	node: {
		commands: [["npm", "--version"]],
		wants: ["package-lock.json", "prisma/schema.prisma"],
		async install(folder) {
			await step(folder, "npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]);
			// Prisma's schema engine is not in an npm package and is not used here: any executable's path satisfies the
			// check.
			await step(folder, "npx", ["prisma", "generate", "--schema", "prisma/schema.prisma"], {
				PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
			});
		},
		command: (folder, program) => ({ file: process.execPath, args: [`${program}.mjs`], folder }),
	},
	library: {
		commands: [["npm", "--version"]],
		wants: ["package-lock.json"],
		install: (folder) => step(folder, "npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]),
		command: (folder, program) => ({ file: process.execPath, args: [`${program}.mjs`], folder }),
	},
	python: {
		commands: [
			["python3", "-m", "venv", "--help"],
			["python3", "-m", "ensurepip", "--version"],
		],
		wants: ["requirements.txt"],
		async install(folder) {
			await step(folder, "python3", ["-m", "venv", "environment"]);
			await step(folder, python(folder), [
				"-m",
				"pip",
				"install",
				"-q",
				"--disable-pip-version-check",
				"-r",
				"requirements.txt",
			]);
		},
		command: (folder, program) => ({ file: python(folder), args: ["-W", "ignore", `${program}.py`], folder }),
	},
	go: {
		commands: [["go", "version"]],
		wants: ["go.sum", "driver/main.go", "gorm/main.go", "telling/telling.go"],
		install: (folder) => step(folder, "go", ["build", "-o", "bin/", "./driver", "./gorm"]),
		command: (folder, program) => ({ file: join(folder, "bin", program), args: [], folder }),
	},
	java: {
		commands: [
			["mvn", "--version"],
			["javac", "-version"],
		],
		wants: [
			"pom.xml",
			"src/main/java/shop/Driver.java",
			"src/main/java/shop/Orm.java",
			"src/main/java/shop/Place.java",
		],
		install: (folder) => step(folder, "mvn", ["-q", "-B", "package"]),
		command: (folder, program) => ({
			file: "java",
			args: [
				"-XX:TieredStopAtLevel=1",
				"-cp",
				`target/classes:${readFileSync(join(folder, "target", "classpath"), "utf8").trim()}`,
				`shop.${program}`,
			],
			folder,
		}),
	},
};

const found = new Map<Language, boolean>();
const ready = new Map<Language, Promise<string>>();

/** Returns whether the language's tools are installed on this machine. */
export function hasTools(language: Language): boolean {
	let isThere = found.get(language);
	if (isThere === undefined) {
		isThere = tools[language].commands.every(
			([file = "", ...args]) => spawnSync(file, args, { stdio: "ignore" }).status === 0,
		);
		found.set(language, isThere);
	}
	return isThere;
}

/** Returns the folder in which programs of this language run. */
export function workshop(language: Language): Promise<string> {
	let made = ready.get(language);
	if (made === undefined) {
		made = makeReady(language);
		ready.set(language, made);
	}
	return made;
}

export function commandOf(language: Language, folder: string, program: string): Command {
	return tools[language].command(folder, program);
}

async function makeReady(language: Language): Promise<string> {
	const { wants, install } = tools[language];
	const source = join(root, "tests", "applications", language);
	const folder = join(root, ".applications", language);
	const hash = createHash("sha256");
	for (const name of wants) {
		hash.update(readFileSync(join(source, name)));
	}
	const wanted = hash.digest("hex");
	const stamp = join(folder, ".installed");
	mkdirSync(folder, { recursive: true });
	await alone(join(folder, ".installing"), async () => {
		cpSync(source, folder, { recursive: true });
		if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
			process.stderr.write(`applications: installing what the ${language} programs use ...\n`);
			await install(folder);
			writeFileSync(stamp, wanted);
		}
	});
	return folder;
}

/** Waits while another test process that holds the lock is there: two would install into one folder. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
	for (let tries = 0; !take(lock); tries++) {
		if (tries * pauseMs > installTimeoutMs) {
			throw new Error(`${lock} is still held`);
		}
		await delay(pauseMs);
	}
	try {
		await work();
	} finally {
		rmSync(lock);
	}
}

/** The lock holds its process. False: that one is at work. */
function take(lock: string): boolean {
	try {
		writeFileSync(lock, String(process.pid), { flag: "wx" });
		return true;
	} catch {
		const holder = existsSync(lock) ? Number(readFileSync(lock, "utf8")) : 0;
		if (holder > 0 && !isRunningProcess(holder, null)) {
			rmSync(lock, { force: true });
		}
		return false;
	}
}

async function step(
	folder: string,
	file: string,
	args: readonly string[],
	environment: Record<string, string> = {},
): Promise<void> {
	const { VERSO_TEST_CERTIFICATES: certificates } = process.env;
	const installing = certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates };
	await run(file, args, {
		cwd: folder,
		env: { ...process.env, ...installing, ...environment },
		timeout: installTimeoutMs,
		maxBuffer: 1 << 26,
	});
}
