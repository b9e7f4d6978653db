/**
 * Prisma, a blog: nested writes, relations, filters, aggregates, batches, both kinds of transaction, raw statements.
 */
import { PrismaMariaDb } from "@prisma/adapter-mariadb";
import mysql from "mysql2/promise";
import client from "./node_modules/.prisma-client/index.js";
import { address, inside, say } from "./transcript.mjs";

const admin = await mysql.createConnection({ ...address, multipleStatements: true });
await admin.query(`drop database if exists prisma_blog; create database prisma_blog default character set utf8mb4 collate utf8mb4_unicode_ci; use prisma_blog;
create table User (id integer not null auto_increment, email varchar(191) not null, name varchar(191) null, role enum('ADMIN', 'USER') not null default 'USER', balance decimal(12, 2) not null default 0, big bigint unsigned null, ratio double null,
	active boolean not null default true, data json null, raw longblob null, seen datetime(3) null, born date null, createdAt datetime(3) not null default current_timestamp(3), unique index User_email_key(email), index User_name_role_idx(name, role), primary key (id)) default character set utf8mb4 collate utf8mb4_unicode_ci;
create table Profile (id varchar(191) not null, bio text not null, userId integer not null, unique index Profile_userId_key(userId), primary key (id)) default character set utf8mb4 collate utf8mb4_unicode_ci;
create table Post (id bigint not null auto_increment, title varchar(191) not null, views integer not null default 0, authorId integer not null, primary key (id)) default character set utf8mb4 collate utf8mb4_unicode_ci;
create table Tag (word varchar(40) not null, primary key (word)) default character set utf8mb4 collate utf8mb4_unicode_ci;
create table _PostToTag (A bigint not null, B varchar(40) not null, unique index _PostToTag_AB_unique(A, B), index _PostToTag_B_index(B)) default character set utf8mb4 collate utf8mb4_unicode_ci;
alter table Profile add constraint Profile_userId_fkey foreign key (userId) references User(id) on delete cascade on update cascade;
alter table Post add constraint Post_authorId_fkey foreign key (authorId) references User(id) on delete cascade on update cascade;
alter table _PostToTag add constraint _PostToTag_A_fkey foreign key (A) references Post(id) on delete cascade on update cascade;
alter table _PostToTag add constraint _PostToTag_B_fkey foreign key (B) references Tag(word) on delete cascade on update cascade;`);

const adapter = new PrismaMariaDb({
	host: address.host,
	port: address.port,
	...inside,
	user: address.user,
	password: address.password,
	database: "prisma_blog",
	connectionLimit: 3,
	timezone: "Z",
});
const prisma = new client.PrismaClient({ adapter });
const hidden = ["createdAt", "profileId"];
const ada = await prisma.user.create({
	data: {
		email: "ada@x",
		name: "Ada 🌀",
		role: "ADMIN",
		balance: "1234567890.12",
		big: 18446744073709551615n,
		ratio: 0.1,
		data: { a: [1, { b: "ü" }] },
		raw: Buffer.from([0, 255]),
		seen: new Date("2020-02-29T12:34:56.789Z"),
		born: new Date("1815-12-10"),
		profile: { create: { id: "p1", bio: "long ".repeat(100) } },
		posts: {
			create: [
				{ title: "First", tags: { create: [{ word: "sql" }, { word: "über" }] } },
				{ title: "Second", views: 5, tags: { connectOrCreate: [{ where: { word: "sql" }, create: { word: "sql" } }] } },
			],
		},
	},
	include: { profile: true, posts: { include: { tags: { orderBy: { word: "asc" } } } } },
});
say("created", ada, hidden);
say(
	"many",
	await prisma.user.createMany({
		data: Array.from({ length: 10 }, (_, at) => ({ email: `u${at}@x`, name: `User ${at % 3}`, ratio: at / 4 })),
	}),
);
say("skipped", await prisma.user.createMany({ data: [{ email: "u1@x" }, { email: "u99@x" }], skipDuplicates: true }));
say(
	"found",
	await prisma.user.findMany({
		where: {
			OR: [{ name: { contains: "ser 1" } }, { posts: { some: { tags: { some: { word: "über" } } } } }],
			NOT: { email: { endsWith: "7@x" } },
		},
		orderBy: [{ name: "desc" }, { id: "asc" }],
		select: { email: true, _count: { select: { posts: true } } },
		skip: 0,
		take: 5,
	}),
);
say("case", await prisma.user.count({ where: { name: "ADA 🌀" } }));
say(
	"cursor",
	(await prisma.user.findMany({ cursor: { email: "u3@x" }, take: 3, skip: 1, orderBy: { id: "asc" } })).map(
		({ email }) => email,
	),
);
say(
	"distinct",
	(await prisma.user.findMany({ distinct: ["name"], orderBy: { name: "asc" }, select: { name: true } })).map(
		({ name }) => name,
	),
);
say("json", await prisma.user.count({ where: { data: { path: "$.a[1].b", equals: "ü" } } }));
say(
	"aggregate",
	await prisma.user.aggregate({
		_count: true,
		_avg: { ratio: true },
		_max: { balance: true },
		_sum: { ratio: true },
		where: { ratio: { gt: 0.5 } },
	}),
);
say(
	"grouped",
	await prisma.user.groupBy({
		by: ["name"],
		_count: { _all: true },
		_max: { ratio: true },
		having: { ratio: { _max: { gt: 1 } } },
		orderBy: { name: "asc" },
	}),
);
say(
	"updated",
	await prisma.post.updateMany({ where: { author: { email: "ada@x" } }, data: { views: { increment: 3 } } }),
);
say(
	"nested",
	await prisma.user.update({
		where: { email: "ada@x" },
		data: {
			posts: {
				update: { where: { id: ada.posts[0].id }, data: { title: "Renamed", tags: { disconnect: { word: "über" } } } },
				deleteMany: { title: "Second" },
			},
		},
		select: { posts: { select: { title: true, views: true, tags: true } } },
	}),
);
say("upserted", [
	(await prisma.user.upsert({ where: { email: "u1@x" }, update: { name: "up" }, create: { email: "u1@x" } })).name,
	(await prisma.tag.upsert({ where: { word: "new" }, update: {}, create: { word: "new" } })).word,
]);
say("unique", await prisma.user.create({ data: { email: "ada@x" } }).catch(({ code }) => code));
say("foreign", await prisma.post.create({ data: { title: "x", authorId: 999 } }).catch(({ code }) => code));
say("missing", await prisma.user.update({ where: { email: "none" }, data: { name: "x" } }).catch(({ code }) => code));
say("batch", await prisma.$transaction([prisma.user.count(), prisma.post.count(), prisma.tag.count()]));
await prisma
	.$transaction(
		async (transaction) => {
			await transaction.user.deleteMany();
			throw new Error("taken back");
		},
		{ isolationLevel: "Serializable" },
	)
	.catch(() => undefined);
say("raw", await prisma.$queryRaw`select count(*) as n, max(balance) as top, ${"x"} as given from User`);
say("executed", await prisma.$executeRaw`update User set ratio = ${1.5} where name = ${"User 0"}`);
await prisma.user.delete({ where: { email: "ada@x" } });
say("cascaded", await prisma.$transaction([prisma.profile.count(), prisma.post.count(), prisma.tag.count()]));
await prisma.$disconnect();
await admin.query("drop database prisma_blog");
await admin.end();
