/**
 * What rules are told of databases, tables and columns: plain data, copied from the catalog.
 *
 * In: nothing. Out: types. A rule sees what was written, how it was resolved at creation, by which release, and
 * the charset in force now where there is one.
 */
import type { CharsetPair, Clause } from "../catalog/record.ts";
import type { TypeName } from "../types/type.ts";

export type { CharsetPair, Clause } from "../catalog/record.ts";

export interface BirthFacts {
	/** As written in the object's own clause. */
	readonly written: Clause;
	/** As resolved by the rules in force at its creation, and as later changed by DDL. */
	readonly resolved: CharsetPair;
	/** The release it was created under. */
	readonly release: string;
	/** The object version it was created with. */
	readonly objectVersion: number;
}

export interface DatabaseFacts extends BirthFacts {
	readonly name: string;
}

export interface TableFacts extends BirthFacts {
	readonly name: string;
	readonly database: string;
	/** In force now; never empty words. */
	readonly inForce: CharsetPair;
}

export interface ColumnFacts extends BirthFacts {
	readonly name: string;
	readonly type: TypeName;
	/** In force now; `binary` for types without a charset. */
	readonly inForce: CharsetPair;
}

/** What an absent clause could mean, from near to far. */
export interface Surroundings {
	readonly table: CharsetPair;
	readonly database: CharsetPair;
	readonly server: CharsetPair;
}
