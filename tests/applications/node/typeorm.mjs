/**
 * TypeORM, a warehouse: entities, migrations that the package generates from differences, query builder, trees,
 * locks.
 */
import "reflect-metadata";
import typeorm from "typeorm";
import { address, inside, say } from "./transcript.mjs";

const { DataSource, EntitySchema, In, Like, Between, MoreThan, QueryFailedError } = typeorm;
const dates = {
	createdAt: { type: "datetime", precision: 6, createDate: true },
	updatedAt: { type: "datetime", precision: 6, updateDate: true },
};
const Product = new EntitySchema({
	name: "Product",
	columns: {
		id: { type: "int", primary: true, generated: true, unsigned: true },
		sku: { type: "varchar", length: 40, unique: true },
		title: { type: "varchar", length: 255, default: "" },
		price: { type: "decimal", precision: 10, scale: 2 },
		kind: { type: "enum", enum: ["part", "tool", "kit"], default: "part" },
		labels: { type: "simple-array", nullable: true },
		details: { type: "json", nullable: true },
		stock: { type: "bigint", unsigned: true, default: 0 },
		weight: { type: "double", nullable: true },
		isActive: { type: "boolean", default: true },
		picture: { type: "blob", nullable: true },
		soldOn: { type: "date", nullable: true },
		...dates,
		deletedAt: { type: "datetime", precision: 6, deleteDate: true, nullable: true },
		version: { type: "int", version: true },
	},
	relations: {
		shelf: { type: "many-to-one", target: "Shelf", inverseSide: "products", nullable: true, onDelete: "SET NULL" },
		suppliers: { type: "many-to-many", target: "Supplier", joinTable: { name: "product_suppliers" }, cascade: true },
	},
	indices: [{ name: "by_kind_price", columns: ["kind", "price"] }],
});
const Shelf = new EntitySchema({
	name: "Shelf",
	columns: { id: { type: "varchar", length: 36, primary: true, generated: "uuid" }, code: { type: "char", length: 4 } },
	relations: { products: { type: "one-to-many", target: "Product", inverseSide: "shelf" } },
});
const Supplier = new EntitySchema({
	name: "Supplier",
	columns: {
		id: { type: "int", primary: true, generated: true },
		name: { type: "varchar", charset: "utf8mb4", collation: "utf8mb4_bin" },
	},
});
const Category = new EntitySchema({
	name: "Category",
	columns: { id: { type: "int", primary: true, generated: true }, name: { type: "varchar" } },
	trees: [{ type: "closure-table" }],
	relations: {
		parent: { type: "many-to-one", target: "Category", treeParent: true },
		children: { type: "one-to-many", target: "Category", inverseSide: "parent", treeChildren: true },
	},
});
const options = {
	type: "mysql",
	host: address.host,
	port: address.port,
	extra: inside,
	username: address.user,
	password: address.password,
	database: address.database,
	timezone: "Z",
	charset: "utf8mb4",
};
const source = await new DataSource({
	...options,
	entities: [Product, Shelf, Supplier, Category],
	dropSchema: true,
	synchronize: true,
}).initialize();
say(
	"nothing left to synchronise",
	(await source.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query),
);

const products = source.getRepository("Product");
const shelves = source.getRepository("Shelf");
const shelf = await shelves.save({ code: "A-01" });
say("uuid", /^[0-9a-f-]{36}$/.test(shelf.id));
await products.save({
	sku: "bolt",
	title: "Schraube ü 🌀",
	price: "12.50",
	labels: ["a", "b"],
	details: { size: [1, 2], deep: { x: null } },
	stock: "18446744073709551615",
	weight: 0.1,
	picture: Buffer.from([0, 255]),
	soldOn: "2024-02-29",
	shelf,
	suppliers: [{ name: "Acme" }, { name: "Müller" }],
});
await products.insert(
	Array.from({ length: 30 }, (_, at) => ({
		sku: `sku${at}`,
		title: `Title ${at % 7}`,
		price: `${at}.25`,
		kind: ["part", "tool", "kit"][at % 3],
		shelf: at % 2 ? shelf : null,
	})),
);
const hidden = ["createdAt", "updatedAt", "id"];
say(
	"loaded",
	await products.findOne({
		where: { sku: "bolt" },
		relations: { shelf: true, suppliers: true },
		order: { suppliers: { name: "ASC" } },
	}),
	hidden,
);
say(
	"where",
	(
		await products.find({
			where: [{ kind: In(["kit"]), price: Between(5, 20) }, { title: Like("%ü%") }, { stock: MoreThan(5) }],
			order: { sku: "ASC" },
		})
	).map(({ sku }) => sku),
);
say(
	"page",
	(await products.findAndCount({ relations: { suppliers: true }, order: { price: "DESC" }, skip: 2, take: 3 })).map(
		(part) => (Array.isArray(part) ? part.map(({ sku, price }) => [sku, price]) : part),
	),
);
say(
	"builder",
	await products
		.createQueryBuilder("p")
		.leftJoin("p.shelf", "s")
		.select("p.kind", "kind")
		.addSelect("COUNT(*)", "count")
		.addSelect("SUM(p.price)", "total")
		.where("s.code = :code OR s.id IS NULL", { code: "A-01" })
		.groupBy("p.kind")
		.having("COUNT(*) > :least", { least: 1 })
		.orderBy("kind")
		.getRawMany(),
);
say(
	"subquery",
	(
		await products
			.createQueryBuilder("p")
			.where((query) => `p.price = ${query.subQuery().select("MAX(q.price)").from("Product", "q").getQuery()}`)
			.getMany()
	).map(({ sku }) => sku),
);
say("exists", await products.exists({ where: { sku: "sku3" } }));
say(
	"upsert",
	(
		await products.upsert(
			[
				{ sku: "sku1", price: "99.99" },
				{ sku: "fresh", price: "1.00" },
			],
			["sku"],
		)
	).identifiers.length,
);
say(
	"upserted",
	(await products.find({ where: { sku: In(["sku1", "fresh"]) }, order: { sku: "ASC" } })).map(
		({ sku, price, version }) => [sku, price, version],
	),
);
say("increment", await products.increment({ sku: "sku2" }, "stock", 5));
say(
	"duplicate",
	await products
		.insert({ sku: "bolt", price: "1" })
		.catch((error) => [error instanceof QueryFailedError, error.driverError.errno, error.driverError.sqlState]),
);
await products.softDelete({ sku: "sku4" });
say("soft", [
	await products.countBy({ sku: "sku4" }),
	await products.count({ where: { sku: "sku4" }, withDeleted: true }),
]);
await products.restore({ sku: "sku4" });
await source.transaction("SERIALIZABLE", async (manager) => {
	const row = await manager.findOne("Product", { where: { sku: "sku5" }, lock: { mode: "pessimistic_write" } });
	await manager.save("Product", { ...row, title: "locked" });
});
await source
	.transaction(async (manager) => {
		await manager.update("Product", { sku: "sku5" }, { title: "lost" });
		await manager.transaction((nested) => nested.update("Product", { sku: "sku6" }, { title: "lost" }));
		throw new Error("taken back");
	})
	.catch(() => undefined);
say(
	"transactions",
	(await products.find({ where: { sku: In(["sku5", "sku6"]) }, order: { sku: "ASC" } })).map(({ title, version }) => [
		title,
		version,
	]),
);
const stream = await products.createQueryBuilder("p").where("p.kind = 'kit'").stream();
let streamed = 0;
for await (const row of stream) {
	streamed += row.p_id > 0 ? 1 : 0;
}
say("streamed", streamed);

const categories = source.getTreeRepository("Category");
const root = await categories.save({ name: "all" });
const child = await categories.save({ name: "small", parent: root });
await categories.save({ name: "smaller", parent: child });
say("tree", await categories.findTrees(), ["id"]);
say("descendants", (await categories.findDescendants(root)).map(({ name }) => name).sort());

const changed = new EntitySchema({
	...Supplier.options,
	columns: {
		...Supplier.options.columns,
		name: { type: "varchar", length: 100, charset: "utf8mb4", collation: "utf8mb4_bin" },
		country: { type: "char", length: 2, default: "de", comment: "where 'they' are" },
		rank: { type: "smallint", nullable: true },
	},
	indices: [{ columns: ["country", "rank"], unique: true }],
});
const later = await new DataSource({ ...options, entities: [Product, Shelf, changed, Category] }).initialize();
say(
	"migration",
	(await later.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query.replace(/IDX_\w+/g, "IDX")),
);
await later.synchronize();
say(
	"after it",
	(await later.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query),
);
const runner = later.createQueryRunner();
const table = await runner.getTable("supplier");
say(
	"table",
	table.columns.map(({ name, type, length, isNullable, default: value, comment }) => [
		name,
		type,
		length,
		isNullable,
		value,
		comment,
	]),
);
await runner.renameColumn("supplier", "rank", "place");
await runner.renameTable("supplier", "vendors");
await runner.dropColumn("vendors", "place").catch((error) => say("drop column", error.message));
say(
	"renamed",
	(await runner.getTable("vendors")).columns.map(({ name }) => name),
);
await runner.release();
say("shelf gone", (await shelves.delete({ id: shelf.id })).affected);
say("set null", await products.count({ where: { shelf: { id: shelf.id } } }));
await later.dropDatabase().catch((error) => say("drop", error.message));
await later.destroy();
await source.destroy();
