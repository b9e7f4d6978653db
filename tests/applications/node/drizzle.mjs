/**
 * Drizzle, a forum: typed tables, migrations, prepared statements.
 *
 * Relational queries (`db.query`) are left out: they need LATERAL or window functions, which came with MySQL 8.0.
 */
import { drizzle } from "drizzle-orm/mysql2";
import {
	and,
	asc,
	avg,
	between,
	count,
	desc,
	eq,
	exists,
	gt,
	inArray,
	isNull,
	like,
	max,
	not,
	or,
	sql,
	sum,
} from "drizzle-orm";
import {
	alias,
	bigint,
	boolean,
	char,
	date,
	datetime,
	decimal,
	double,
	index,
	int,
	json,
	mysqlEnum,
	mysqlTable,
	primaryKey,
	serial,
	text,
	time,
	timestamp,
	tinyint,
	unionAll,
	uniqueIndex,
	varbinary,
	varchar,
	year,
} from "drizzle-orm/mysql-core";
import { migrate } from "drizzle-orm/mysql2/migrator";
import mysql from "mysql2/promise";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { address, say } from "./transcript.mjs";

const members = mysqlTable(
	"members",
	{
		id: serial("id").primaryKey(),
		name: varchar("name", { length: 100 }).notNull(),
		email: varchar("email", { length: 190 }).notNull(),
		level: mysqlEnum("level", ["new", "old"]).default("new").notNull(),
		points: int("points").default(0).notNull(),
		big: bigint("big", { mode: "bigint", unsigned: true }),
		money: decimal("money", { precision: 12, scale: 3 }),
		ratio: double("ratio"),
		tiny: tinyint("tiny"),
		active: boolean("active").default(true),
		profile: json("profile"),
		born: date("born", { mode: "string" }),
		wakes: time("wakes", { fsp: 3 }),
		since: year("since"),
		code: char("code", { length: 3 }),
		raw: varbinary("raw", { length: 16 }),
		seen: datetime("seen", { fsp: 3 }),
		createdAt: timestamp("created_at", { fsp: 3 }).defaultNow().notNull(),
		invitedBy: bigint("invited_by", { mode: "number", unsigned: true }),
	},
	(table) => [uniqueIndex("by_email").on(table.email), index("by_level").on(table.level, table.points)],
);
const threads = mysqlTable("threads", {
	id: int("id").autoincrement().primaryKey(),
	title: text("title").notNull(),
	ownerId: bigint("owner_id", { mode: "number", unsigned: true }).references(() => members.id, { onDelete: "cascade" }),
});
const likes = mysqlTable(
	"likes",
	{ memberId: bigint("member_id", { mode: "number", unsigned: true }).notNull(), threadId: int("thread_id").notNull() },
	(table) => [primaryKey({ columns: [table.memberId, table.threadId] })],
);
const admin = await mysql.createConnection(address);
await admin.query("drop database if exists drizzle_forum");
await admin.query("create database drizzle_forum default charset utf8mb4 collate utf8mb4_bin");
await admin.end();
const pool = mysql.createPool({
	...address,
	database: "drizzle_forum",
	timezone: "Z",
	connectionLimit: 3,
	supportBigNumbers: true,
});
const db = drizzle(pool);

const folder = mkdtempSync(join(tmpdir(), "drizzle-"));
mkdirSync(join(folder, "meta"));
writeFileSync(
	join(folder, "0000_first.sql"),
	`CREATE TABLE \`members\` (
	\`id\` serial AUTO_INCREMENT NOT NULL, \`name\` varchar(100) NOT NULL, \`email\` varchar(190) NOT NULL, \`level\` enum('new','old') NOT NULL DEFAULT 'new', \`points\` int NOT NULL DEFAULT 0,
	\`big\` bigint unsigned, \`money\` decimal(12,3), \`ratio\` double, \`tiny\` tinyint, \`active\` boolean DEFAULT true, \`profile\` json, \`born\` date, \`wakes\` time(3), \`since\` year, \`code\` char(3), \`raw\` varbinary(16),
	\`seen\` datetime(3), \`created_at\` timestamp(3) NOT NULL DEFAULT (now()), \`invited_by\` bigint unsigned, CONSTRAINT \`members_id\` PRIMARY KEY(\`id\`), CONSTRAINT \`by_email\` UNIQUE(\`email\`)
);
--> statement-breakpoint
CREATE TABLE \`threads\` (\`id\` int AUTO_INCREMENT NOT NULL, \`title\` text NOT NULL, \`owner_id\` bigint unsigned, CONSTRAINT \`threads_id\` PRIMARY KEY(\`id\`));
--> statement-breakpoint
CREATE TABLE \`likes\` (\`member_id\` bigint unsigned NOT NULL, \`thread_id\` int NOT NULL, CONSTRAINT \`likes_pk\` PRIMARY KEY(\`member_id\`,\`thread_id\`));
--> statement-breakpoint
ALTER TABLE \`threads\` ADD CONSTRAINT \`threads_owner\` FOREIGN KEY (\`owner_id\`) REFERENCES \`members\`(\`id\`) ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX \`by_level\` ON \`members\` (\`level\`,\`points\`);`.replace(
		"(3) NOT NULL DEFAULT (now())",
		"(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)",
	),
);
writeFileSync(
	join(folder, "meta", "_journal.json"),
	JSON.stringify({
		version: "5",
		dialect: "mysql",
		entries: [{ idx: 0, version: "5", when: 1700000000000, tag: "0000_first", breakpoints: true }],
	}),
);
await migrate(db, { migrationsFolder: folder });
await migrate(db, { migrationsFolder: folder });
say("migrations", (await pool.query("select count(*) as n from __drizzle_migrations"))[0]);

const ids = await db
	.insert(members)
	.values([
		{
			name: "Ada",
			email: "ada@x",
			level: "old",
			points: 10,
			big: 18446744073709551615n,
			money: "123456789.125",
			ratio: 0.1,
			tiny: -128,
			profile: { a: [1, { b: "ü" }] },
			born: "1815-12-10",
			wakes: "07:30:00.250",
			since: 2020,
			code: "abc",
			raw: "raw",
			seen: new Date("2020-02-29T12:00:00.123Z"),
		},
		{ name: "Bob 🌀", email: "bob@x", points: 5, invitedBy: 1 },
		{ name: "Cy", email: "cy@x", points: 7, invitedBy: 1, active: false },
	])
	.$returningId();
say("ids", ids);
await db.insert(threads).values([
	{ title: "Hello", ownerId: 1 },
	{ title: "World", ownerId: 1 },
	{ title: "Third", ownerId: 2 },
]);
await db.insert(likes).values([
	{ memberId: 2, threadId: 1 },
	{ memberId: 3, threadId: 1 },
	{ memberId: 1, threadId: 3 },
]);
say("all", await db.select().from(members).orderBy(asc(members.id)), ["createdAt"]);
const inviter = alias(members, "inviter");
say(
	"self join",
	await db
		.select({ name: members.name, by: inviter.name })
		.from(members)
		.leftJoin(inviter, eq(members.invitedBy, inviter.id))
		.orderBy(members.name),
);
say(
	"grouped",
	await db
		.select({
			level: members.level,
			n: count(),
			points: sum(members.points),
			mean: avg(members.points),
			top: max(members.name),
		})
		.from(members)
		.groupBy(members.level)
		.having(({ n }) => gt(n, 0))
		.orderBy(members.level),
);
say(
	"conditions",
	await db
		.select({ name: members.name })
		.from(members)
		.where(
			and(
				or(like(members.name, "B%"), between(members.points, 6, 8)),
				not(isNull(members.email)),
				inArray(members.id, [1, 2, 3]),
			),
		)
		.orderBy(desc(members.points)),
);
say(
	"exists",
	await db
		.select({ name: members.name })
		.from(members)
		.where(exists(db.select({ one: sql`1` }).from(threads).where(eq(threads.ownerId, members.id)))),
);
const owned = db
	.select({ ownerId: threads.ownerId, n: count().as("n") })
	.from(threads)
	.groupBy(threads.ownerId)
	.as("owned");
say(
	"derived",
	await db
		.select({ name: members.name, n: owned.n })
		.from(members)
		.innerJoin(owned, eq(owned.ownerId, members.id))
		.orderBy(members.id),
);
say(
	"union",
	await unionAll(db.select({ text: members.name }).from(members), db.select({ text: threads.title }).from(threads))
		.orderBy(sql`name`)
		.limit(4),
);
const prepared = db
	.select({ name: members.name })
	.from(members)
	.where(eq(members.id, sql.placeholder("id")))
	.prepare();
say("prepared", [await prepared.execute({ id: 1 }), await prepared.execute({ id: 3 })]);
await db
	.insert(members)
	.values({ name: "Ada 2", email: "ada@x" })
	.onDuplicateKeyUpdate({ set: { name: sql`values(${members.name})`, points: sql`${members.points} + 1` } });
await db.insert(members).ignore().values({ name: "nobody", email: "ada@x" });
say(
	"upserted",
	await db.select({ name: members.name, points: members.points }).from(members).where(eq(members.email, "ada@x")),
);
const [updated] = await db
	.update(members)
	.set({ points: sql`${members.points} * 2` })
	.where(gt(members.points, 5))
	.limit(1);
say("updated", updated.affectedRows);
say(
	"transaction",
	await db.transaction(
		async (transaction) => {
			await transaction.update(members).set({ points: 0 });
			await transaction
				.transaction(async (nested) => {
					await nested.delete(threads);
					nested.rollback();
				})
				.catch(() => undefined);
			return (await transaction.select({ n: count() }).from(threads).for("update"))[0].n;
		},
		{ isolationLevel: "read committed", accessMode: "read write", withConsistentSnapshot: false },
	),
);
const [removed] = await db.delete(members).where(eq(members.id, 1)).orderBy(members.id).limit(1);
say("cascaded", [removed.affectedRows, (await db.select({ n: count() }).from(threads))[0].n]);
await pool.query("drop database drizzle_forum");
await pool.end();
