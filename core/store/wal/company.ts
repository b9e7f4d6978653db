/**
 * Company of a store: the other processes of one server on its data directory, of which one owns the log and the others
 * follow it.
 *
 *     follower                                         owner
 *       snapshot: LMDB's file, memtable ◄── verso-INSTANCE.feed ◄── group, on disk in verso.log
 *       commit, marked ───── verso-INSTANCE.sock ───────► group, with its own commits
 *                      ◄──── done, or conflict ──────────
 */
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommitMarks } from "./commit-mark.ts";
import { type DoorKeeper, doorName, FollowerDoor, pathInFolder, type Sockets } from "./follower-door.ts";
import { GroupFeed } from "./group-feed.ts";
import { type LogOwner, makeOwner } from "./log-lease.ts";
import { fullDurability } from "../durability.ts";
import type { LmdbOptions } from "../lmdb/lmdb.ts";
import { OwnerLink } from "./owner-link.ts";
import { TakenIdsFile } from "./taken-ids.ts";

function feedName(instance: string): string {
	return `verso-${instance}.feed`;
}

export class Company {
	/** Of this process's own log. */
	readonly feed: GroupFeed;
	readonly marks: CommitMarks;
	readonly takenIds: TakenIdsFile;
	readonly #sockets: Sockets;
	readonly #folder: string;
	readonly #instance: string;
	readonly #links = new Map<string, OwnerLink>();
	readonly #feeds = new Map<string, GroupFeed>();
	#door: FollowerDoor | undefined;

	/** `instance`: the store's. */
	constructor(sockets: Sockets, storePath: string, instance: string) {
		this.#instance = instance;
		this.#sockets = sockets;
		this.#folder = dirname(storePath);
		this.feed = this.#feedOf(instance);
		this.marks = new CommitMarks(instance);
		this.takenIds = new TakenIdsFile(join(this.#folder, "verso.ids"));
	}

	/** Others may bring commits from now on. */
	open(keeper: DoorKeeper): void {
		this.#door = new FollowerDoor(this.#sockets, this.#folder, this.#instance, keeper);
	}

	/** This process can own a log that others follow. */
	get isReady(): boolean {
		if (this.#door?.isOpen !== true) {
			return false;
		}
		try {
			this.feed.make();
			return true;
		} catch {
			// No space.
			return false;
		}
	}

	#feedOf(instance: string): GroupFeed {
		return new GroupFeed(join(this.#folder, feedName(instance)));
	}

	/** Opens the feed of another process's log. Throws the system's error. */
	feedOf({ instance }: LogOwner): GroupFeed {
		const feed = this.#feeds.get(instance) ?? this.#feedOf(instance);
		feed.open();
		this.#feeds.set(instance, feed);
		return feed;
	}

	/** The process is dead. */
	forget({ instance }: LogOwner): void {
		this.#feeds.get(instance)?.close();
		this.#feeds.delete(instance);
		this.#links.get(instance)?.close();
		this.#links.delete(instance);
	}

	linkTo({ instance }: LogOwner): OwnerLink {
		const known = this.#links.get(instance);
		if (known?.isLost === false) {
			return known;
		}
		const { path, leave } = pathInFolder(this.#folder, doorName(instance));
		const socket = this.#sockets.connect({ path });
		socket.on("close", leave);
		const link = new OwnerLink(socket, instance);
		this.#links.set(instance, link);
		return link;
	}

	/** Removes what killed processes have left beside the store. `running`: this one and the others. */
	begin(running: ReadonlySet<string>): void {
		this.takenIds.begin(running.size === 1);
		for (const name of readdirSync(this.#folder)) {
			const instance = /^verso-([0-9a-f]{32})\.(?:sock|feed)$/.exec(name)?.[1];
			if (instance !== undefined && !running.has(instance)) {
				rmSync(join(this.#folder, name), { force: true });
			}
		}
	}

	/** Commits under way through this door are brought to another one. */
	closeDoor(): void {
		this.#door?.close();
		this.#door = undefined;
	}

	/** `isLast`: no other process of the company runs. */
	close(isLast: boolean): void {
		this.closeDoor();
		this.takenIds.close(isLast);
		this.#links.forEach((link) => link.close());
		this.#feeds.forEach((feed) => feed.close());
		this.feed.close();
		rmSync(join(this.#folder, feedName(this.#instance)), { force: true });
	}
}

export interface LoggedOptions extends LmdbOptions {
	/** Several processes of one server: one owns the log, the others commit through it. */
	readonly sockets?: Sockets;
}

/** This store's name in the lease, and its company where it is one of several processes. */
export function companyOf({ path, sockets, readOnly, durability = fullDurability }: LoggedOptions): {
	readonly owner: LogOwner;
	readonly company: Company | undefined;
} {
	const isShared = sockets !== undefined && readOnly !== true && durability.syncs;
	const owner = makeOwner(isShared);
	return { owner, company: isShared ? new Company(sockets, path, owner.instance) : undefined };
}
