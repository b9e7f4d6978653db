/**
 * Sessions that change one row at the same time share groups of commits, and tell nothing that is not on disk.
 */
import test, { type ExecutionContext } from "ava";
import type { Kernel } from "../../core/kernel.ts";
import type { Session } from "../../core/session/api/session.ts";
import { openLoggedStore } from "../../core/store/wal/logged-store.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { crowded, storePath } from "../store/directory.ts";

interface Hot {
	readonly kernel: Kernel;
	readonly sessions: readonly Session[];
	/** Groups on disk. */
	readonly groups: () => number;
}

async function open(t: ExecutionContext, isCrowded = false): Promise<Hot> {
	let groups = 0;
	const watch = (stage: string): void => void (groups += stage === "durable" ? 1 : 0);
	const store = openLoggedStore({ path: storePath(t), watch });
	const kernel = await openMemoryKernel({}, isCrowded ? crowded(store) : store);
	const sessions = await Promise.all(Array.from({ length: 8 }, () => connectRoot(kernel)));
	const [session] = sessions;
	await answerOf(session!, "create table c (id int primary key, hits int not null, note text, unique (hits))");
	await answerOf(session!, "insert into c values (0, 0, ''), (1, -1000000, '')");
	// Until the log is in use and the row is known to be hot.
	await Promise.all(sessions.map((each) => increments(each, 5)));
	groups = 0;
	return { kernel, sessions, groups: () => groups };
}

async function increments(session: Session, count: number): Promise<void> {
	for (let done = 0; done < count; done++) {
		await answerOf(session, "update c set hits = hits + 1, note = concat(note, 'x') where id = 0");
	}
}

async function valueOf(session: Session): Promise<string> {
	return (await answerOf(session, "select hits, length(note) from c where id = 0")).split("\n")[1]!;
}

for (const isCrowded of [false, true]) {
	const place = isCrowded ? "another thread" : "this thread";
	test(`increments of one row by eight sessions are counted once each, many in a group; on ${place}`, async (t) => {
		const { kernel, sessions, groups } = await open(t, isCrowded);
		await Promise.all(sessions.map((each) => increments(each, 100)));
		t.is(await valueOf(sessions[0]!), "840\t840");
		t.true(groups() < 400, `${groups()} groups`);
		await kernel.close();
	});

	test(`what changes nothing, or fails, is told when what it has read is on disk; on ${place}`, async (t) => {
		const { kernel, sessions, groups } = await open(t, isCrowded);
		const told: (readonly [string, number])[] = [];
		const before = groups();
		const ask = async (session: Session, sql: string): Promise<boolean> => {
			const answer = await answerOf(session, sql);
			told.push([answer, groups() - before]);
			return !answer.includes("1062");
		};
		const [isFirst, isAgain, isOther] = await Promise.all([
			ask(sessions[0]!, "update c set hits = 77 where id = 0"),
			ask(sessions[1]!, "update c set hits = 77 where id = 0"),
			ask(sessions[2]!, "update c set hits = 77 where id = 1"),
			ask(sessions[3]!, "select hits from c where id = 0"),
		]);
		const plain = told.find(([answer]) => answer.startsWith("hits"))!;
		t.true(plain[0] === "hits\n40" || plain[1] > 0, "a plain read sees what is on disk");
		t.is(told.length, 4);
		t.true(told.every((each) => each === plain || each[1] >= 1));
		// Either row may be the first to become 77: the other one is refused then.
		t.deepEqual([isAgain, isOther], [isFirst, !isFirst]);
		t.is(await valueOf(sessions[0]!), `${isFirst ? 77 : 40}\t40`);
		await kernel.close();
	});
}

test("increments share groups, too, while a transaction holds locks of another row", async (t) => {
	const { kernel, sessions, groups } = await open(t);
	const holder = await connectRoot(kernel);
	await answerOf(holder, "begin");
	await answerOf(holder, "update c set note = 'held' where id = 1");
	const before = groups();
	await Promise.all(sessions.map((each) => increments(each, 50)));
	t.is(await valueOf(sessions[0]!), "440\t440");
	t.true(groups() - before < 200, `${groups() - before} groups`);
	await answerOf(holder, "rollback");
	await kernel.close();
});

test("beside transactions that lock the row no increment is lost", async (t) => {
	const { kernel, sessions } = await open(t);
	const transactions = async (session: Session): Promise<void> => {
		for (let done = 0; done < 20; done++) {
			await answerOf(session, "begin");
			await answerOf(session, "select * from c where id = 0 for update");
			await increments(session, 1);
			await answerOf(session, done % 4 === 0 ? "rollback" : "commit");
		}
	};
	await Promise.all(sessions.map((each, at) => (at < 2 ? transactions(each) : increments(each, 50))));
	t.is(await valueOf(sessions[0]!), `${40 + 6 * 50 + 2 * 15}\t${40 + 6 * 50 + 2 * 15}`);
	await kernel.close();
});
