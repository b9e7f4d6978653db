/**
 * Which changes take the bulk path: at both sides of its lower bound, and by what a row's change brings about.
 */
import test from "ava";
import { bulk } from "../../../core/exec/bulk/expected-rows.ts";
import { FoundRows } from "../../../core/exec/bulk/found-rows.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";
import { storePath } from "../../store/directory.ts";

const { leastRows } = bulk;

test.serial("at both sides of the lower bound the same rows are changed, below it by the general path", async (t) => {
	const kernel = await openMemoryKernel({}, openLmdbStore({ path: storePath(t) }));
	const session = await connectRoot(kernel);
	const ask = (sql: string): Promise<string> => answerOf(session, sql);
	// Group k has 60 + k rows: from 61 to 68.
	const rows = Array.from({ length: 8 }, (_, group) => Array.from({ length: 61 + group }, () => group + 1)).flat();
	for (const table of ["one", "other"]) {
		await ask(`create table ${table} (id int primary key, k int not null, n int, key (k))`);
		await ask(`insert into ${table} values ${rows.map((k, at) => `(${at}, ${k}, ${at % 7})`).join(", ")}`);
	}
	let found = 0;
	const { add } = FoundRows.prototype;
	FoundRows.prototype.add = function (...row) {
		found++;
		add.apply(this, row);
	};
	try {
		for (const sql of [
			"update T set n = n + 1 where k = K",
			"update T set k = k + 10 where k = K",
			"delete from T where k = K",
		]) {
			for (let k = 1; k <= 8; k++) {
				const stated = sql.replace("K", String(sql.startsWith("delete") ? k + 10 : k));
				// The plan's second run uses the row count of the first.
				const runs = sql.includes("n = n") ? 2 : 1;
				for (let run = 0; run < runs; run++) {
					found = 0;
					bulk.leastRows = leastRows;
					await ask(stated.replace("T", "one"));
					const counted = await ask("select row_count()");
					t.is(counted, `row_count()\n${60 + k}`, stated);
					t.true(found === 0 || found === 60 + k, `${stated}: ${found}`);
					if (run === 1) {
						t.is(found > 0, 60 + k >= leastRows, `${stated}: ${found}`);
					}
					bulk.leastRows = Number.POSITIVE_INFINITY;
					await ask(stated.replace("T", "other"));
					t.is(await ask("select row_count()"), counted);
				}
			}
			t.is(await ask("select * from one order by id"), await ask("select * from other order by id"));
			t.is(
				await ask("select count(*) from one force index (k) where k > 0"),
				await ask("select count(*) from other where k + 0 > 0"),
			);
		}
	} finally {
		FoundRows.prototype.add = add;
		bulk.leastRows = leastRows;
	}
	t.regex(await ask("check table one"), /status\tOK/);
	await kernel.close();
});

test.serial(
	"scans, primary key ranges and indexes with many rows a value take the bulk path at the first run",
	async (t) => {
		const kernel = await openMemoryKernel({}, openLmdbStore({ path: storePath(t) }));
		const session = await connectRoot(kernel);
		const ask = (sql: string): Promise<string> => answerOf(session, sql);
		await ask("create table p (k int primary key)");
		await ask("insert into p values (0), (1), (2)");
		await ask(
			"create table t (id int primary key, k int not null, n int not null, at timestamp not null default '2020-01-01' on update current_timestamp, foreign key (k) references p (k) on update cascade)",
		);
		await ask(
			`insert into t (id, k, n) values ${Array.from({ length: 3000 }, (_, at) => `(${at}, ${at % 3}, 0)`).join(", ")}`,
		);
		await ask("create table c (id int primary key, t int, foreign key (t) references t (id))");
		let found = 0;
		const { add, addOfPage } = FoundRows.prototype;
		FoundRows.prototype.add = function (...row) {
			found++;
			add.apply(this, row);
		};
		FoundRows.prototype.addOfPage = function (...row) {
			found++;
			addOfPage.apply(this, row);
		};
		try {
			for (const [sql, rows] of [
				["update t set n = 1", 3000],
				["update t set n = 2 where id between 10 and 19", 10],
				["update t set n = 3 where k = 1", 1000],
				["update t set k = 1 where k = 1", 0],
				["drop table c", 0],
				["delete from t where k = 2", 1000],
				["delete from t where id > 2000", 666],
				["delete from t", 1334],
			] as const) {
				found = 0;
				await ask(sql);
				t.is(await ask("select row_count()"), `row_count()\n${rows}`, sql);
				t.is(found, rows, sql);
			}
			await ask(
				`insert into t (id, k, n) values ${Array.from({ length: 100 }, (_, at) => `(${at}, ${at % 3}, 0)`).join(", ")}`,
			);
			found = 0;
			await ask("delete from p where k < 3");
			await ask("create trigger gone after delete on t for each row set @gone = old.id");
			await ask("delete from t");
			t.is(await ask("select @gone, count(*) from t"), "@gone\tcount(*)\n99\t0");
			t.is(found, 0, "a parent's rows, and those that a trigger sees, are deleted one by one");
		} finally {
			Object.assign(FoundRows.prototype, { add, addOfPage });
		}
		await kernel.close();
	},
);
