/**
 * Knex, a library: migrations up and down with its own tables, seeds, query builder, streams, transactions.
 */
import knexFactory from "knex";
import { address, say } from "./transcript.mjs";

const knex = knexFactory({ client: "mysql2", connection: { ...address, timezone: "Z" }, pool: { min: 0, max: 4 } });
await knex.raw("drop database if exists knex_library");
await knex.raw("create database knex_library default character set utf8mb4");
await knex.destroy();
const db = knexFactory({
	client: "mysql2",
	connection: { ...address, database: "knex_library", timezone: "Z" },
	pool: { min: 0, max: 4 },
});

const steps = {
	"1_books": {
		async up(schema) {
			await schema.schema
				.createTable("authors", (table) => {
					table.increments("id");
					table.string("name", 100).notNullable().index();
					table.date("born");
					table.timestamps(true, true);
				})
				.createTable("books", (table) => {
					table.bigIncrements("id");
					table.integer("author_id").unsigned().notNullable().references("id").inTable("authors").onDelete("CASCADE");
					table.string("title").notNullable().defaultTo("untitled").comment("as on the cover");
					table.text("summary", "mediumtext");
					table.decimal("price", 8, 2);
					table.float("rating");
					table.boolean("lent").defaultTo(false);
					table.enu("format", ["paper", "audio"]).defaultTo("paper");
					table.json("extra");
					table.binary("cover");
					table.uuid("code").unique();
					table.specificType("year", "year");
					table.datetime("printed_at", { precision: 3 });
					table.unique(["author_id", "title"], { indexName: "one_title" });
				});
		},
		down: (schema) => schema.schema.dropTable("books").dropTable("authors"),
	},
	"2_more": {
		up: (schema) =>
			schema.schema.alterTable("books", (table) => {
				table.string("isbn", 20).after("title");
				table.renameColumn("rating", "stars");
				table.index(["isbn"], "by_isbn");
				table.dropColumn("code");
			}),
		down: (schema) =>
			schema.schema.alterTable("books", (table) => {
				table.dropIndex(["isbn"], "by_isbn");
				table.dropColumn("isbn");
				table.renameColumn("stars", "rating");
				table.uuid("code");
			}),
	},
};
const migrationSource = {
	getMigrations: async () => Object.keys(steps),
	getMigrationName: (name) => name,
	getMigration: async (name) => steps[name],
};
say("migrated", await db.migrate.latest({ migrationSource }));
say(
	"status",
	(await db.migrate.list({ migrationSource }))[0].map(({ name }) => name),
);
say(
	"columns",
	Object.entries(await db("books").columnInfo()).map(([name, { type, maxLength, nullable, defaultValue }]) => [
		name,
		type,
		maxLength,
		nullable,
		defaultValue,
	]),
);
say("has", [
	await db.schema.hasTable("books"),
	await db.schema.hasTable("nothing"),
	await db.schema.hasColumn("books", "isbn"),
	await db.schema.hasColumn("books", "code"),
]);

const [ada] = await db("authors").insert({ name: "Ada Lovelace", born: "1815-12-10" });
const [jorge] = await db("authors").insert({ name: "Jorge Luis Borges" });
say("ids", [ada, jorge]);
await db("books").insert(
	Array.from({ length: 25 }, (_, at) => ({
		author_id: at % 2 ? ada : jorge,
		title: `Book ${at} ñ`,
		price: at * 1.1,
		stars: at / 4,
		extra: JSON.stringify({ at, words: ["x"] }),
		cover: Buffer.from([at, 0]),
		year: 1950 + at,
		printed_at: "2020-01-02 03:04:05.678",
	})),
);
await db.batchInsert(
	"books",
	Array.from({ length: 250 }, (_, at) => ({ author_id: ada, title: `Batch ${at}` })),
	100,
);
say("first", await db("books").where({ title: "Book 3 ñ" }).first());
say(
	"joined",
	await db("books as b")
		.join("authors as a", "a.id", "b.author_id")
		.leftJoin("books as c", function () {
			this.on("c.id", "=", "b.id").andOn("c.stars", ">", db.raw("?", [3]));
		})
		.select("a.name", db.raw("count(b.id) as ??", ["books"]), db.raw("count(c.id) as starred"))
		.groupBy("a.id", "a.name")
		.havingRaw("count(*) > ?", [5])
		.orderBy("a.name"),
);
say(
	"where",
	await db("books")
		.whereIn("year", [1951, 1953])
		.orWhere((query) => query.whereBetween("stars", [5, 5.6]).whereNotNull("year"))
		.whereNot("title", "like", "Batch%")
		.orderBy([{ column: "year", order: "desc" }, "id"])
		.pluck("title"),
);
say(
	"nested",
	await db("authors")
		.whereExists(db("books").select(db.raw(1)).whereColumn("books.author_id", "authors.id").where("price", ">", 20))
		.pluck("name"),
);
say(
	"union",
	await db
		.select("name")
		.from("authors")
		.unionAll([db.select("title").from("books").where("id", "<", 3)], true)
		.orderBy("name"),
);
say("aggregates", [
	await db("books").count({ n: "*" }).countDistinct({ y: "year" }).avg({ mean: "price" }).max({ top: "stars" }).first(),
]);
say(
	"json",
	await db("books").select("title").whereJsonPath("extra", "$.at", "=", 7).jsonExtract("extra", "$.words[0]", "word"),
);
say("page", await db("books").whereNotNull("year").orderBy("id", "desc").limit(3).offset(2).pluck("year"));
say("changed", [
	await db("books")
		.where("year", ">", 1970)
		.update({ lent: true, price: db.raw("price * 2") }),
	await db("books").increment("stars", 1).where({ year: 1950 }),
	await db("books").where("title", "like", "Batch 1%").del(),
]);
say(
	"merged",
	await db("books")
		.insert([
			{ author_id: ada, title: "Book 1 ñ", price: 3 },
			{ author_id: ada, title: "Book new", price: 4 },
		])
		.onConflict(["author_id", "title"])
		.merge(["price"]),
);
say("ignored", await db("books").insert({ author_id: ada, title: "Book 1 ñ" }).onConflict().ignore());
say(
	"merged price",
	await db("books").where("title", "like", "Book %").whereIn("price", [3, 4]).orderBy("price").pluck("title"),
);
say(
	"duplicate",
	await db("books")
		.insert({ author_id: ada, title: "Book 1 ñ" })
		.catch((error) => [error.code, error.errno, error.sqlState]),
);
await db.transaction(
	async (transaction) => {
		await transaction("authors").insert({ name: "kept" });
		await transaction
			.transaction(async (nested) => {
				await nested("authors").insert({ name: "lost" });
				throw new Error("taken back");
			})
			.catch(() => undefined);
		say("locked", await transaction("authors").where({ name: "kept" }).forUpdate().pluck("name"));
	},
	{ isolationLevel: "repeatable read" },
);
say("authors", await db("authors").orderBy("id").pluck("name"));
let streamed = 0;
for await (const row of db("books").select("id").stream()) {
	streamed += row.id > 0 ? 1 : 0;
}
say("streamed", streamed);
say(
	"information",
	await db("information_schema.columns")
		.where({ table_schema: "knex_library", table_name: "authors" })
		.orderBy("ordinal_position")
		.select("column_name as name", "column_type as type", "column_key as key", "extra"),
);
say("rolled back", await db.migrate.rollback({ migrationSource }, true));
say(
	"left",
	await db("information_schema.tables")
		.where({ table_schema: "knex_library" })
		.orderBy("table_name")
		.pluck("table_name"),
);
await db.raw("drop database knex_library");
await db.destroy();
