/**
 * Application programs in four languages: object-relational mappers, migration tools and drivers against a server.
 *
 * Each program creates its schema, fills, reads and changes it, and prints its results, which are compared with
 * `transcripts/`.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { serve } from "../clients/serve.ts";
import { root } from "../root.ts";
import { commandOf, hasTools, type Language, workshop } from "./workshop.ts";

const run = promisify(execFile);

const languages = ["node", "python", "go", "java"] as const;

const programs: Record<Exclude<Language, "library">, readonly string[]> = {
	node: ["sequelize", "typeorm", "knex", "kysely", "drizzle", "mikro-orm", "prisma", "drivers"],
	python: ["sqlalchemy_library", "django_shop", "pymysql_driver"],
	go: ["driver", "gorm"],
	java: ["Driver", "Orm"],
};

/** All at once: mostly they wait for a registry. A failure is that of the tests that wait for it. */
test.before(() => {
	for (const language of languages.filter(hasTools)) {
		workshop(language).catch(() => {});
	}
});

/** The guide's ways into the library, which has the database inside the program's process. */
for (const program of programs.node.filter((each) => each !== "drivers")) {
	const testWithTools = hasTools("node") ? test.serial : test.serial.skip;
	testWithTools(`node, inside the process: ${program}`, async (t) => {
		const folder = await workshop("node");
		const { file, args } = commandOf("node", folder, program);
		const { VERSO_PORT: _port, ...others } = process.env;
		const env = { ...others, VERSO_LIBRARY: join(root, "dist", "bundle", "database.js"), NO_COLOR: "1" };
		const { stdout } = await run(file, args, { cwd: folder, env, maxBuffer: 1 << 26, timeout: 300_000 });
		t.is(stdout, readFileSync(join(root, "tests", "applications", "transcripts", `node-${program}.txt`), "utf8"));
	});
}

for (const language of languages) {
	const testWithTools = hasTools(language) ? test.serial : test.serial.skip;
	for (const program of programs[language]) {
		play(language, program, testWithTools);
	}
}

function play(
	language: keyof typeof programs,
	program: string,
	testWithTools: typeof test.serial | typeof test.skip,
): void {
	testWithTools(`${language}: ${program}`, async (t) => {
		const folder = await workshop(language);
		const { mysqlPort } = await serve(t);
		const { file, args, folder: place } = commandOf(language, folder, program);
		const { stdout } = await run(file, args, {
			cwd: place,
			env: { ...process.env, VERSO_PORT: String(mysqlPort), NO_COLOR: "1" },
			maxBuffer: 1 << 26,
			timeout: 300_000,
		});
		const transcript = join(root, "tests", "applications", "transcripts", `${language}-${program}.txt`);
		if (process.env.VERSO_UPDATE === "1" || !existsSync(transcript)) {
			writeFileSync(transcript, stdout);
		}
		t.is(stdout, readFileSync(transcript, "utf8"));
	});
}
