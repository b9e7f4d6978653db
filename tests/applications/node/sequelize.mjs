/**
 * Sequelize, a shop: models synced with associations, a migration by its query interface, transactions, eager
 * loading.
 */
import {
	DataTypes,
	Op,
	QueryTypes,
	Sequelize,
	Transaction,
	UniqueConstraintError,
	ForeignKeyConstraintError,
	ValidationError,
} from "sequelize";
import { address, inside, say } from "./transcript.mjs";

const sequelize = new Sequelize(address.database, address.user, address.password, {
	host: address.host,
	port: address.port,
	dialectOptions: inside,
	dialect: "mysql",
	logging: false,
	timezone: "+00:00",
});
await sequelize.authenticate();

const User = sequelize.define(
	"User",
	{
		email: { type: DataTypes.STRING(120), allowNull: false, unique: true },
		name: DataTypes.STRING,
		age: { type: DataTypes.INTEGER.UNSIGNED, validate: { max: 150 } },
		balance: { type: DataTypes.DECIMAL(12, 2), defaultValue: "0.00" },
		active: { type: DataTypes.BOOLEAN, defaultValue: true },
		role: { type: DataTypes.ENUM("admin", "member", "guest"), defaultValue: "member" },
		settings: DataTypes.JSON,
		avatar: DataTypes.BLOB,
		bornOn: DataTypes.DATEONLY,
		seenAt: DataTypes.DATE(3),
	},
	{ indexes: [{ fields: ["name", "age"] }], paranoid: true, version: true },
);
const Post = sequelize.define("Post", {
	title: { type: DataTypes.STRING, allowNull: false },
	body: DataTypes.TEXT("long"),
	score: DataTypes.DOUBLE,
});
const Tag = sequelize.define("Tag", { word: { type: DataTypes.STRING(40), primaryKey: true } }, { timestamps: false });
User.hasMany(Post, { as: "posts", foreignKey: { name: "authorId", allowNull: false }, onDelete: "CASCADE" });
Post.belongsTo(User, { as: "author", foreignKey: "authorId" });
Post.belongsToMany(Tag, { through: "PostTags" });
Tag.belongsToMany(Post, { through: "PostTags" });

await sequelize.sync({ force: true });
say("tables", (await sequelize.getQueryInterface().showAllTables()).map((table) => table.tableName ?? table).sort());

const ada = await User.create({
	email: "ada@example.org",
	name: "Ada 🌀",
	age: 36,
	balance: "1234567890.12",
	settings: { theme: "dark", list: [1, 2, { deep: "ü" }] },
	avatar: Buffer.from([0, 1, 255]),
	bornOn: "1815-12-10",
	seenAt: new Date("2020-02-29T12:34:56.789Z"),
});
const bob = await User.create({ email: "bob@example.org", name: "Bob", age: 17, role: "guest" });
await User.bulkCreate(
	Array.from({ length: 20 }, (_, at) => ({ email: `user${at}@example.org`, name: `User ${at % 5}`, age: 20 + at })),
);
const found = await User.findByPk(ada.id);
say("found", found.get({ plain: true }), ["createdAt", "updatedAt"]);
say(
	"unique",
	await User.create({ email: "bob@example.org" }).catch((error) => [
		error instanceof UniqueConstraintError,
		error.fields,
		error.original.errno,
	]),
);
say(
	"invalid",
	await User.create({ email: "x@example.org", age: 200 }).catch((error) => error instanceof ValidationError),
);
say(
	"bulk ignoring duplicates",
	(await User.bulkCreate([{ email: "bob@example.org" }, { email: "new@example.org" }], { ignoreDuplicates: true }))
		.length,
);
const [, wasCreated] = await User.upsert({ email: "bob@example.org", name: "Robert" });
say("upsert", [wasCreated, (await User.findOne({ where: { email: "bob@example.org" } })).name]);
say(
	"find or create",
	(await User.findOrCreate({ where: { email: "carol@example.org" }, defaults: { name: "Carol" } }))[1],
);

const first = await ada.createPost({ title: "First", body: "x".repeat(70000), score: 1.5 });
const second = await ada.createPost({ title: "Second", score: 2.25 });
await Tag.bulkCreate([{ word: "sql" }, { word: "node" }, { word: "über" }]);
await first.setTags(["sql", "über"]);
await second.addTag("node");
await second.addTag("sql");
const loaded = await User.findOne({
	where: { email: "ada@example.org" },
	include: [{ model: Post, as: "posts", include: [Tag] }],
	order: [
		[{ model: Post, as: "posts" }, "id", "ASC"],
		[{ model: Post, as: "posts" }, Tag, "word", "ASC"],
	],
});
say(
	"eager",
	loaded.posts.map((post) => [post.title, post.body?.length ?? null, post.score, post.Tags.map((tag) => tag.word)]),
);
say(
	"subquery paging",
	(
		await User.findAndCountAll({
			include: [{ model: Post, as: "posts", required: false }],
			where: { age: { [Op.between]: [20, 36] } },
			order: [
				["age", "DESC"],
				["id", "ASC"],
			],
			limit: 3,
			offset: 1,
		})
	).rows.map((user) => user.email),
);
say(
	"operators",
	(
		await User.findAll({
			where: {
				[Op.or]: [{ name: { [Op.like]: "User 1%" } }, { age: { [Op.in]: [17, 36] } }, { name: { [Op.is]: null } }],
				email: { [Op.not]: null },
			},
			order: [["id", "ASC"]],
		})
	).map((user) => user.email),
);
say(
	"json path",
	(await User.findAll({ where: { "settings.theme": "dark" } })).map((user) => user.name),
);
say(
	"json value",
	(await User.findAll({ attributes: [[sequelize.json("settings.list[2].deep"), "deep"]], where: { id: ada.id } })).map(
		(user) => user.get("deep"),
	),
);
say(
	"grouped",
	await User.findAll({
		attributes: [
			"name",
			[sequelize.fn("COUNT", sequelize.col("id")), "count"],
			[sequelize.fn("AVG", sequelize.col("age")), "mean"],
		],
		where: { name: { [Op.startsWith]: "User" } },
		group: ["name"],
		having: sequelize.literal("count > 3"),
		order: [["name", "ASC"]],
		raw: true,
	}),
);
say("aggregates", [await User.count(), await User.sum("age"), await User.max("age"), await User.min("balance")]);
say("increment", (await (await bob.increment({ age: 3 })).reload()).age);
say("update", await User.update({ active: false }, { where: { age: { [Op.gt]: 30 } } }));
await bob.destroy();
say("paranoid", [
	await User.count({ where: { email: "bob@example.org" } }),
	await User.count({ where: { email: "bob@example.org" }, paranoid: false }),
]);
await bob.restore();
say("restored", await User.count({ where: { email: "bob@example.org" } }));
say(
	"foreign key",
	await Post.create({ title: "x", authorId: 99999 }).catch((error) => [
		error instanceof ForeignKeyConstraintError,
		error.original.errno,
	]),
);

await sequelize.transaction({ isolationLevel: Transaction.ISOLATION_LEVELS.READ_COMMITTED }, async (transaction) => {
	const user = await User.findByPk(bob.id, { transaction, lock: transaction.LOCK.UPDATE });
	user.balance = "10.50";
	await user.save({ transaction });
});
await sequelize
	.transaction(async (transaction) => {
		await User.update({ balance: 0 }, { where: { id: bob.id }, transaction });
		throw new Error("taken back");
	})
	.catch(() => undefined);
say("transactions", (await User.findByPk(bob.id)).balance);
const outer = await sequelize.transaction();
await User.update({ name: "outer" }, { where: { id: bob.id }, transaction: outer });
const inner = await sequelize.transaction({ transaction: outer });
await User.update({ name: "inner" }, { where: { id: bob.id }, transaction: inner });
await inner.rollback();
await outer.commit();
say("savepoint", (await User.findByPk(bob.id)).name);

const schema = sequelize.getQueryInterface();
await schema.addColumn("Posts", "slug", { type: DataTypes.STRING(60), allowNull: true, after: "title" });
await schema.addIndex("Posts", ["slug"], { unique: true, name: "posts_slug" });
await schema
	.changeColumn("Posts", "slug", { type: DataTypes.STRING(80), allowNull: false, defaultValue: "" })
	.catch((error) => say("change", error.message));
await schema.renameColumn("Posts", "score", "rating");
await schema.addConstraint("Posts", { fields: ["title", "authorId"], type: "unique", name: "one_title" });
say(
	"columns",
	Object.entries(await schema.describeTable("Posts")).map(([name, { type, allowNull, primaryKey, autoIncrement }]) => [
		name,
		type.toLowerCase(),
		allowNull,
		primaryKey,
		autoIncrement,
	]),
);
say(
	"indexes",
	(await schema.showIndex("Posts"))
		.map(({ name, unique, fields }) => [name, unique, fields.map(({ attribute }) => attribute)])
		.sort(),
);
say(
	"references",
	(await schema.getForeignKeyReferencesForTable("Posts")).map((reference) => [
		reference.columnName,
		reference.referencedTableName,
		reference.referencedColumnName,
	]),
);
await schema.removeConstraint("Posts", "one_title");
await schema.removeIndex("Posts", "posts_slug");
await schema.removeColumn("Posts", "slug");
await sequelize.sync({ alter: true });
say(
	"raw",
	await sequelize.query("SELECT word FROM Tags WHERE word IN (:words) ORDER BY word", {
		replacements: { words: ["sql", "node"] },
		type: QueryTypes.SELECT,
	}),
);
say("bound", await sequelize.query("SELECT $1 + $2 AS sum", { bind: [1, 2], type: QueryTypes.SELECT }));
await ada.destroy({ force: true });
say("cascade", [
	await Post.count(),
	(await sequelize.query("SELECT COUNT(*) AS n FROM PostTags", { type: QueryTypes.SELECT }))[0].n,
]);
await sequelize.drop();
say("dropped", await schema.showAllTables());
await sequelize.close();
