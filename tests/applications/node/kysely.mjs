/**
 * Kysely, a clinic: schema builder, introspection, migrations with its lock table, typed queries, streams.
 *
 * `jsonArrayFrom` is left out: derived tables that refer to outer columns came with MySQL 8.0.
 */
import { Kysely, Migrator, MysqlDialect, sql } from "kysely";
import { createPool } from "mysql2";
import { jsonBuildObject } from "kysely/helpers/mysql";
import { address, say } from "./transcript.mjs";

const admin = createPool(address).promise();
await admin.query("drop database if exists kysely_clinic");
await admin.query("create database kysely_clinic default character set utf8mb4 collate utf8mb4_bin");
await admin.end();
const db = new Kysely({
	dialect: new MysqlDialect({
		pool: createPool({ ...address, database: "kysely_clinic", timezone: "Z", connectionLimit: 3 }),
	}),
});
const migrations = {
	first: {
		async up(schema) {
			await schema.schema
				.createTable("patient")
				.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement().unsigned())
				.addColumn("name", "varchar(80)", (column) => column.notNull())
				.addColumn("born", "date")
				.addColumn("notes", "text")
				.addColumn("created", sql`datetime(3)`, (column) => column.defaultTo(sql`current_timestamp(3)`).notNull())
				.execute();
			await schema.schema
				.createTable("visit")
				.ifNotExists()
				.addColumn("id", "bigint", (column) => column.primaryKey().autoIncrement())
				.addColumn("patient_id", "integer", (column) =>
					column.unsigned().notNull().references("patient.id").onDelete("cascade"),
				)
				.addColumn("price", sql`decimal(10,2)`, (column) => column.notNull().check(sql`price >= 0`))
				.addColumn("extra", "json")
				.addColumn("double_price", sql`decimal(10,2)`, (column) => column.generatedAlwaysAs(sql`price * 2`).stored())
				.execute();
			await schema.schema.createIndex("by_price").on("visit").columns(["patient_id", "price"]).execute();
			await schema.schema
				.createView("spent")
				.as(
					schema
						.selectFrom("visit")
						.select(["patient_id", sql`sum(price)`.as("total")])
						.groupBy("patient_id"),
				)
				.execute();
		},
		async down(schema) {
			await schema.schema.dropView("spent").execute();
			await schema.schema.dropTable("visit").execute();
			await schema.schema.dropTable("patient").execute();
		},
	},
	second: {
		up: (schema) =>
			schema.schema
				.alterTable("patient")
				.addColumn("email", "varchar(100)", (column) => column.unique())
				.renameColumn("notes", "remarks")
				.modifyColumn("name", "varchar(120)", (column) => column.notNull())
				.execute(),
		down: (schema) =>
			schema.schema.alterTable("patient").dropColumn("email").renameColumn("remarks", "notes").execute(),
	},
};
const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
const { error, results } = await migrator.migrateToLatest();
say("migrated", [error?.message, results.map(({ migrationName, status }) => [migrationName, status])]);
say(
	"tables",
	(await db.introspection.getTables()).map(({ name, isView, columns }) => [
		name,
		isView,
		columns.map((column) => [
			column.name,
			column.dataType,
			column.isNullable,
			column.isAutoIncrementing,
			column.hasDefaultValue,
		]),
	]),
);
const { insertId } = await db
	.insertInto("patient")
	.values({ name: "Zoë", born: "1990-05-06", email: "zoe@x" })
	.executeTakeFirstOrThrow();
await db
	.insertInto("patient")
	.values([
		{ name: "Max", email: "max@x" },
		{ name: "Ida 🌀", email: null },
	])
	.execute();
say("id", insertId);
const inserted = await db
	.insertInto("visit")
	.values(
		Array.from({ length: 12 }, (_, at) => ({
			patient_id: 1 + (at % 3),
			price: at * 10.5,
			extra: JSON.stringify({ at, tags: ["a", at] }),
		})),
	)
	.executeTakeFirst();
say("inserted", inserted);
say(
	"object",
	await db
		.selectFrom("patient as p")
		.innerJoin("spent", "spent.patient_id", "p.id")
		.select((query) => ["p.name", "spent.total", jsonBuildObject({ name: query.ref("p.name") }).as("object")])
		.orderBy("p.id")
		.execute(),
);
say(
	"grouped",
	await db
		.selectFrom("visit")
		.innerJoin("patient", "patient.id", "visit.patient_id")
		.select(({ fn }) => [
			"patient.name",
			fn.countAll().as("n"),
			fn.sum("price").as("sum"),
			fn.avg("price").as("mean"),
			fn.max("extra").as("most"),
		])
		.groupBy(["patient.id", "patient.name"])
		.having(({ fn }) => fn.countAll(), ">", 3)
		.orderBy("sum", "desc")
		.execute(),
);
say(
	"case",
	await db
		.selectFrom("visit")
		.select((query) => [
			"id",
			query
				.case()
				.when("price", ">", 50)
				.then("dear")
				.when("price", "=", 0)
				.then("free")
				.else("fair")
				.end()
				.as("verdict"),
		])
		.orderBy("id")
		.limit(7)
		.execute(),
);
say(
	"json",
	await db
		.selectFrom("visit")
		.select([sql`extra->'$.tags[0]'`.as("quoted"), sql`extra->>'$.tags[0]'`.as("plain")])
		.where(sql`json_extract(extra, '$.at')`, "=", 3)
		.execute(),
);
say(
	"upsert",
	await db
		.insertInto("patient")
		.values({ name: "Other", email: "max@x" })
		.onDuplicateKeyUpdate({ name: sql`values(name)` })
		.executeTakeFirst(),
);
say("replaced", await db.replaceInto("patient").values({ id: 3, name: "Ida", email: "ida@x" }).executeTakeFirst());
say(
	"updated",
	await db
		.updateTable(["visit as v", "patient as p"])
		.set(sql`v.price`, sql`v.price + 1`)
		.whereRef("p.id", "=", "v.patient_id")
		.where("p.name", "=", "Other")
		.executeTakeFirst(),
);
say(
	"deleted",
	await db
		.deleteFrom("visit")
		.using("visit")
		.innerJoin("patient", "patient.id", "visit.patient_id")
		.where("patient.name", "=", "Other")
		.executeTakeFirst(),
);
say(
	"check",
	await db
		.insertInto("visit")
		.values({ patient_id: 1, price: -1 })
		.execute()
		.catch((failure) => failure.errno),
);
await db
	.transaction()
	.setIsolationLevel("serializable")
	.execute(async (transaction) => {
		await transaction.updateTable("patient").set({ remarks: "seen" }).where("id", "=", 1).execute();
		throw new Error("taken back");
	})
	.catch(() => undefined);
say("rolled back", await db.selectFrom("patient").select("remarks").where("id", "=", 1).executeTakeFirst());
let streamed = 0;
for await (const visit of db.selectFrom("visit").selectAll().stream(2)) {
	streamed += visit.patient_id > 0 ? 1 : 0;
}
say("streamed", streamed);
say(
	"down",
	(await migrator.migrateDown()).results.map(({ migrationName, direction, status }) => [
		migrationName,
		direction,
		status,
	]),
);
await sql`drop database kysely_clinic`.execute(db);
await db.destroy();
