/**
 * Snapshot of a database: its state at one moment, to return to or to begin others with.
 */
import type { KernelState } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import type { ComposedRules } from "./composed-rules.ts";

export class Snapshot implements Disposable {
	/** The state itself: for the library. */
	readonly state: KernelState;
	/** The rules that it was taken under: for the library. */
	readonly rules: ComposedRules;
	/** The default database of those that begin with it. */
	readonly database: string | undefined;
	#isLetGo = false;

	constructor(state: KernelState, rules: ComposedRules, database: string | undefined) {
		this.state = state;
		this.rules = rules;
		this.database = database;
	}

	/** The release that it was taken under. */
	get release(): string {
		return this.rules.composed.release;
	}

	/** Lets the data go; databases that began with it keep theirs. Needed where it came of a directory. */
	letGo(): void {
		this.#isLetGo = true;
		this.state.data.release();
	}

	/** @throws UsageError where it was let go: for the library */
	assertHeld(): void {
		if (this.#isLetGo) {
			throw new UsageError("the snapshot was let go", 1);
		}
	}

	[Symbol.dispose](): void {
		this.letGo();
	}
}
