/**
 * First starts that are killed: an incompletely created directory must become sound at the next start.
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { checkDirectory } from "../../../apps/compose/checked-directory.ts";
import { Random } from "../../../bench/random.ts";
import { Child, connectTo } from "./child.ts";
import { commitStages } from "./stage.ts";

interface BirthWish {
	readonly folder: string;
	readonly seed: number;
	readonly cycles: number;
}

export async function killBirths({ folder, seed, cycles }: BirthWish): Promise<string[]> {
	const random = new Random(seed);
	const wrong: string[] = [];
	for (let cycle = 0; cycle < cycles; cycle++) {
		const directory = join(folder, `birth-${cycle}`);
		const kinds = ["format", "definition", "rows"];
		const endAt =
			random.between(0, 2) === 0
				? ""
				: `${commitStages[random.between(0, commitStages.length - 1)]}:${kinds[random.between(0, 2)]}:` +
					random.between(1, 5);
		const child = new Child(directory, { endAt });
		await Promise.race([endAt === "" ? delay(random.between(50, 700)) : delay(5000), child.ready, child.ended]);
		await child.kill();
		const complaint = await tryOut(directory);
		if (complaint !== null) {
			wrong.push(`first start killed ${endAt === "" ? "at a random moment" : `at ${endAt}`}: ${complaint}`);
		}
	}
	return wrong;
}

/** Starts again and runs a few statements of each kind. */
async function tryOut(directory: string): Promise<string | null> {
	const child = new Child(directory, {});
	const port = await child.ready;
	if (port === null) {
		return `it does not start again: ${child.complaint}`;
	}
	try {
		const connection = await connectTo(port);
		await connection.query("CREATE TABLE t (a INT AUTO_INCREMENT PRIMARY KEY, b INT, KEY (b))");
		await connection.query("INSERT INTO t (b) VALUES (1), (2)");
		await connection.query("CREATE USER somebody@localhost");
		connection.destroy();
	} catch (failure) {
		return (failure as Error).message;
	} finally {
		await child.stop();
	}
	const { findings } = await checkDirectory(directory);
	return findings.length === 0 ? null : `verso check finds: ${findings[0]?.where}: ${findings[0]?.sentence}`;
}
