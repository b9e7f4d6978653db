/**
 * MikroORM, a school: schema generator and its diff, unit of work, populate by both strategies, locks, events in a
 * transaction.
 */
import {
	EntitySchema,
	LockMode,
	MikroORM,
	OptimisticLockError,
	UniqueConstraintViolationException,
	raw,
} from "@mikro-orm/mysql";
import { address, inside, say } from "./transcript.mjs";

const Teacher = new EntitySchema({
	name: "Teacher",
	properties: {
		id: { type: "number", primary: true },
		name: { type: "string", unique: true, length: 100 },
		salary: { type: "decimal", precision: 10, scale: 2, nullable: true },
		version: { type: "number", version: true },
		courses: { kind: "1:m", entity: "Course", mappedBy: "teacher" },
	},
});
const Course = new EntitySchema({
	name: "Course",
	properties: {
		id: { type: "number", primary: true },
		title: { type: "string" },
		level: { enum: true, items: ["easy", "hard"], default: "easy" },
		plan: { type: "json", nullable: true },
		starts: { type: "date", nullable: true },
		at: { type: "datetime", length: 3, nullable: true },
		long: { type: "text", nullable: true },
		hours: { type: "double", nullable: true },
		teacher: { kind: "m:1", entity: "Teacher", nullable: true, deleteRule: "set null" },
		students: { kind: "m:n", entity: "Student", owner: true },
	},
	indexes: [{ properties: ["level", "title"], name: "by_level" }],
});
const Student = new EntitySchema({
	name: "Student",
	properties: {
		id: { type: "bigint", primary: true },
		email: { type: "string", unique: true },
		courses: { kind: "m:n", entity: "Course", mappedBy: "students" },
		active: { type: "boolean", default: true },
	},
});
const orm = await MikroORM.init({
	entities: [Teacher, Course, Student],
	dbName: "mikro_school",
	host: address.host,
	port: address.port,
	driverOptions: { connection: inside },
	user: address.user,
	password: address.password,
	timezone: "Z",
	charset: "utf8mb4",
	allowGlobalContext: false,
});
await orm.schema.refreshDatabase();
say("difference", await orm.schema.getUpdateSchemaSQL({ wrap: false }));
const em = orm.em.fork();
const teacher = em.create("Teacher", { name: "Ms Ü", salary: "1234.50" });
const students = ["a", "b", "c"].map((name) => em.create("Student", { email: `${name}@x` }));
for (let at = 0; at < 6; at++) {
	const course = em.create("Course", {
		title: `Course ${at} 🌀`,
		level: at % 2 ? "hard" : "easy",
		plan: { weeks: [at] },
		starts: "2020-02-29",
		at: new Date("2020-02-29T01:02:03.456Z"),
		hours: at / 3,
		teacher: at < 4 ? teacher : undefined,
	});
	course.students.add(students[at % 3], students[(at + 1) % 3]);
}
await em.flush();
for (const strategy of ["select-in", "joined"]) {
	const loaded = await em
		.fork()
		.find(
			"Course",
			{ teacher: { name: "Ms Ü" }, level: "hard" },
			{ populate: ["teacher", "students"], orderBy: { id: 1, students: { email: -1 } }, strategy },
		);
	say(
		strategy,
		loaded.map((course) => [
			course.title,
			course.plan,
			course.at,
			course.hours,
			course.teacher.name,
			course.students
				.getItems()
				.map(({ email }) => email)
				.sort(),
		]),
	);
}
say(
	"filtered",
	(
		await em
			.fork()
			.find(
				"Course",
				{ $or: [{ title: { $like: "%5%" } }, { hours: { $gte: 1, $lt: 1.4 } }], students: { $some: { email: "a@x" } } },
				{ orderBy: { id: 1 } },
			)
	).map(({ title }) => title),
);
say(
	"paged",
	await em
		.fork()
		.findAndCount("Student", { courses: { level: "easy" } }, { limit: 2, offset: 0, orderBy: { email: 1 } })
		.then(([rows, total]) => [rows.map(({ email }) => email), total]),
);
say("json", (await em.fork().find("Course", { plan: { weeks: [3] } })).length);
const work = em.fork();
const changed = await work.findOneOrFail("Course", { title: { $like: "Course 2%" } }, { populate: ["students"] });
changed.title = "renamed";
changed.students.removeAll();
await work.flush();
say("removed", await work.fork().count("Course", { students: { $none: {} } }));
say(
	"optimistic",
	await work
		.fork()
		.transactional(async (inner) => {
			await inner.findOneOrFail("Teacher", teacher.id, { lockMode: LockMode.OPTIMISTIC, lockVersion: 99 });
		})
		.catch((error) => error instanceof OptimisticLockError),
);
say(
	"unique",
	await work
		.fork()
		.insert("Teacher", { name: "Ms Ü", version: 1 })
		.catch((error) => error instanceof UniqueConstraintViolationException),
);
await work.fork().transactional(async (inner) => {
	const locked = await inner.findOneOrFail("Teacher", teacher.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
	locked.salary = "99.00";
	await inner
		.transactional(async (nested) => {
			nested.getReference("Teacher", teacher.id).salary = "0";
			throw new Error("taken back");
		})
		.catch(() => undefined);
});
say("salary", (await em.fork().findOneOrFail("Teacher", teacher.id)).salary);
say("upsert", [
	(await em.fork().upsert("Student", { email: "a@x", active: false })).active,
	(
		await em.fork().upsertMany("Student", [
			{ email: "b@x", active: false },
			{ email: "new@x", active: true },
		])
	).length,
]);
say(
	"builder",
	await em
		.fork()
		.createQueryBuilder("Course", "c")
		.select(["c.level", raw("count(*) as n"), raw("round(avg(hours), 3) as mean")])
		.leftJoin("c.teacher", "t")
		.where({ "t.name": { $ne: null } })
		.groupBy("c.level")
		.having("n > ?", [0])
		.orderBy({ "c.level": "asc" })
		.execute(),
);
await em.fork().nativeDelete("Teacher", { id: teacher.id });
say("set null", await em.fork().count("Course", { teacher: null }));
say("create", (await orm.schema.getCreateSchemaSQL({ wrap: false })).split("\n").filter((line) => line !== "").length);
await orm.schema.dropDatabase("mikro_school");
await orm.close();
