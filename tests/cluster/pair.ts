/**
 * Two servers in this process over one shared log in memory: sessions of both, whose statements are answered as text.
 */
import type { ExecutionContext } from "ava";
import type { Kernel } from "../../core/kernel.ts";
import type { Session } from "../../core/session/api/session.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { FollowedStore } from "../../core/store/shared-log/followed-store.ts";
import { MemoryLog } from "../../core/store/shared-log/memory-log.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

export class Pair {
	readonly log = new MemoryLog();
	readonly stores: FollowedStore[] = [];
	readonly kernels: Kernel[] = [];

	static async open(t: ExecutionContext, releases: readonly string[] = ["2.1.7", "2.1.7"]): Promise<Pair> {
		const pair = new Pair();
		for (const release of releases) {
			await pair.add(release);
		}
		t.teardown(() => Promise.all(pair.kernels.map((kernel) => kernel.close(0))));
		return pair;
	}

	async add(release = "2.1.7"): Promise<void> {
		const store = new FollowedStore({
			file: openMemoryStore(),
			log: this.log.connect(),
			cluster: "c",
			name: `${release}-${this.stores.length}`,
			facts: { host: "here", port: 0, release },
		});
		await store.join();
		this.stores.push(store);
		this.kernels.push(await openMemoryKernel({ release }, store));
	}

	/** A function that runs statements in a new session of a server, once it has all that the others committed. */
	async session(server: number): Promise<(sql: string) => Promise<string>> {
		const session: Session = await connectRoot(this.kernels[server]!);
		return async (sql) => {
			await this.stores[server]!.catchUp();
			return answerOf(session, sql);
		};
	}
}
