/**
 * Members of a cluster, as the log's records say: who has joined, which of its records came, when it was last heard of.
 *
 * Who is dead is decided in the log: a member that others have not heard of is put out by a record, and whatever it
 * appends later is refused. No clocks are compared. A number that comes again counts once, also after a restart: it is
 * a part of the state. Two records of one member may come in either order, so numbers are a set.
 */
import type { Position } from "./commit-log.ts";
import type { MemberFacts, MemberName } from "./record.ts";

interface Member {
	readonly name: MemberName;
	readonly facts: MemberFacts;
	/** Position of its last record. */
	heard: Position;
	/** Position in its file, as it last said. */
	folded: Position;
	/** All its records up to this number have come. */
	all: number;
	/** And these. */
	readonly more: Set<number>;
}

/** As it is kept in the file. */
export interface KeptMember extends Omit<Member, "more"> {
	readonly more: readonly number[];
}

export class Membership {
	readonly #members = new Map<MemberName, Member>();

	constructor(kept: readonly KeptMember[] = []) {
		for (const member of kept) {
			this.#members.set(member.name, { ...member, more: new Set(member.more) });
		}
	}

	get size(): number {
		return this.#members.size;
	}

	has(name: MemberName): boolean {
		return this.#members.has(name);
	}

	get(name: MemberName): Member | undefined {
		return this.#members.get(name);
	}

	all(): readonly Member[] {
		return [...this.#members.values()];
	}

	join(name: MemberName, facts: MemberFacts, position: Position): void {
		this.#members.set(name, { name, facts, heard: position, folded: 0, all: 0, more: new Set() });
	}

	remove(name: MemberName): void {
		this.#members.delete(name);
	}

	/** Position that every member has in its file. */
	get leastFolded(): Position {
		return Math.min(...this.all().map(({ folded }) => folded));
	}

	kept(): readonly KeptMember[] {
		return this.all().map((member) => ({ ...member, more: [...member.more] }));
	}
}

/** False: this record has come before. */
export function isFirst(member: Member, number: number): boolean {
	if (number <= member.all || member.more.has(number)) {
		return false;
	}
	member.more.add(number);
	while (member.more.delete(member.all + 1)) {
		member.all++;
	}
	return true;
}
