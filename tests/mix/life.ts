/**
 * Life cycle of some tables under a mix of rules: created, shown, recreated, written, read, altered, upgraded.
 *
 * Returns a sentence for every broken invariant. Decisions of rules (a refused value, a kept charset) are allowed; a
 * table that cannot be shown, recreated or read is not.
 */
import type { Kernel } from "../../core/kernel.ts";
import type { Session } from "../../core/session/api/session.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { compareReleases } from "../../core/rules/index.ts";
import { releases } from "../../plugins/index.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { lastingStore } from "./lasting-store.ts";

interface Mixed {
	readonly release: string;
	readonly mixes: readonly string[];
}

const creations: Readonly<Record<string, string>> = {
	plain: "create table plain (id int primary key, a varchar(20), b text)",
	old: "create table old (id int primary key, a varchar(20), b char(20) character set utf8mb4) charset=utf8",
	wide:
		"create table wide (id int primary key, a varchar(20) character set utf8, b mediumtext, key (a)) " +
		"charset=utf8mb4",
	west:
		"create table west (id int primary key, a varchar(20), b varchar(20) charset latin1, unique key (b)) " +
		"charset=latin1",
	bytes:
		"create table bytes (id int primary key, a varchar(20) collate utf8mb4_general_ci, b varbinary(20)) " +
		"charset=utf8 collate utf8_general_ci",
	elsewhere:
		"create table d.elsewhere (id int primary key, a varchar(20) not null default 'é', b longtext) comment='ü'",
};

const alterations = [
	"alter table plain change a a varchar(30)",
	"alter table old change a a varchar(30) character set utf8mb4",
	"alter table old modify b varchar(30)",
	"alter table wide convert to character set utf8mb4",
	"alter table west charset=utf8mb4",
	"alter table bytes add column c varchar(5) default 'x'",
	"alter table d.elsewhere convert to character set utf8",
	"alter database d charset utf8mb4",
];

/** Errors that rules may raise: values, charsets, features that a release does not support. */
const allowed = /^ERROR (1366|1105) /;

class Life {
	readonly #breaches: string[] = [];
	readonly #store: FastStore = lastingStore();
	readonly #rows = new Map<string, number>();
	#kernel!: Kernel;
	#session!: Session;
	#where = "";

	async live(mixed: Mixed): Promise<readonly string[]> {
		await this.#open(mixed);
		await this.#must("create database d charset utf8");
		for (const [name, creation] of Object.entries(creations)) {
			await this.#must(creation);
			await this.#write(name, 1);
			await this.#again(name);
		}
		for (const alteration of alterations) {
			await this.#may(alteration);
		}
		await this.#checkAll(10);
		for (const later of releases.filter(({ name }) => compareReleases(name, mixed.release) > 0)) {
			await this.#open({ release: later.name, mixes: [] });
			await this.#checkAll(100 + releases.indexOf(later) * 10);
		}
		await this.#kernel.close();
		return this.#breaches;
	}

	async #open(mixed: Mixed): Promise<void> {
		await this.#kernel?.close();
		this.#kernel = await openMemoryKernel(mixed, this.#store);
		this.#session = await connectRoot(this.#kernel);
		this.#where = [this.#where, mixed.release, ...mixed.mixes].filter((part) => part !== "").join(" ");
	}

	async #checkAll(id: number): Promise<void> {
		for (const name of Object.keys(creations)) {
			await this.#write(name, id);
			await this.#again(name);
		}
	}

	/** Writes rows, wide characters among them, and reads them back byte for byte. */
	async #write(name: string, id: number): Promise<void> {
		const path = pathOf(name);
		await this.#must(`insert into ${path} (id, a, b) values (${id}, 'é${id}', 'e${id}')`);
		let count = (this.#rows.get(name) ?? 0) + 1;
		const wide = await this.#may(`insert into ${path} (id, a, b) values (${id + 1}, '🌀', 'w${id}')`);
		count += wide === "ok" ? 1 : 0;
		this.#rows.set(name, count);
		const isLatin = name === "west";
		await this.#expect(`select a from ${path} where id = ${id}`, isLatin ? undefined : `a\né${id}`);
		if (wide === "ok" && !isLatin) {
			await this.#expect(`select a, b from ${path} where id = ${id + 1}`, `a\tb\n🌀\tw${id}`);
		}
		await this.#expect(`select count(*) from ${path} where a >= '' and b like '%'`, `count(*)\n${count}`);
		await this.#must(`update ${path} set b = concat('e', id) where id = ${id}`);
	}

	/** Recreates the table from its SHOW CREATE TABLE, and shows, writes and reads the copy. */
	async #again(name: string): Promise<void> {
		const path = pathOf(name);
		const shown = await this.#must(`show create table ${path}`);
		const text = (shown.split("\n")[1] ?? "").split("\t").slice(1).join("\t").replaceAll("\\n", "\n");
		await this.#must(text.replace(`CREATE TABLE \`${name}\``, "create table `again`"));
		await this.#must("show create table again");
		await this.#must("insert into again (id, a, b) values (1, 'x', 'y')");
		await this.#expect("select a, b from again", "a\tb\nx\ty");
		await this.#must(`describe ${path}`);
		await this.#must("drop table again");
	}

	async #may(sql: string): Promise<string> {
		const answer = await answerOf(this.#session, sql);
		if (answer.startsWith("ERROR") && !allowed.test(answer)) {
			this.#breach(sql, answer);
		}
		return answer;
	}

	async #must(sql: string): Promise<string> {
		const answer = await answerOf(this.#session, sql);
		if (answer.startsWith("ERROR")) {
			this.#breach(sql, answer);
		}
		return answer;
	}

	async #expect(sql: string, wanted: string | undefined): Promise<void> {
		const answer = await this.#must(sql);
		if (wanted !== undefined && answer !== wanted) {
			this.#breach(sql, `${answer} instead of ${wanted}`);
		}
	}

	#breach(sql: string, answer: string): void {
		this.#breaches.push(`${this.#where}: ${sql}: ${answer}`);
	}
}

function pathOf(name: string): string {
	return name === "elsewhere" ? "d.elsewhere" : name;
}

/** Returns the broken invariants. */
export function livesOf(mixed: Mixed): Promise<readonly string[]> {
	return new Life().live(mixed);
}
