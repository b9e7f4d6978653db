/**
 * Server-wide values of the switches that the rules in force declare.
 *
 * A change takes effect at once in every session without a value of its own.
 */
import type { ServerSwitches } from "../../kernel.ts";
import { invariant } from "../../errors/invariant.ts";
import type { Settings, Switch, SwitchValue } from "../../rules/setting/switch.ts";

export class SwitchBoard implements ServerSwitches, Settings {
	#values = new Map<string, SwitchValue>();
	/** Incremented by each change. */
	changes = 0;
	readonly #changed: (setting: string, isOwn: boolean) => void;

	/** `changed` is called after each effective write; `isOwn`: the write was made in this process. */
	constructor(
		declared: readonly Switch[],
		configured: ReadonlyMap<string, SwitchValue>,
		changed: (setting: string, isOwn: boolean) => void,
	) {
		for (const { setting, default: initial } of declared) {
			this.#values.set(setting, configured.get(setting) ?? initial);
		}
		this.#changed = changed;
	}

	read(setting: string): SwitchValue {
		const value = this.#values.get(setting);
		invariant(value !== undefined, `No rule in force declares the setting ${setting}.`);
		return value;
	}

	write(setting: string, value: SwitchValue): void {
		this.#put(setting, value, true);
	}

	/** Applies a write of another process. */
	learn(setting: string, value: SwitchValue): void {
		this.#put(setting, value, false);
	}

	#put(setting: string, value: SwitchValue, isOwn: boolean): void {
		if (this.read(setting) !== value) {
			this.#values.set(setting, value);
			this.changes++;
			this.#changed(setting, isOwn);
		}
	}

	/** Returns the values as they are now, which later writes do not change. */
	copy(): SwitchBoard {
		const copy = new SwitchBoard([], new Map(), () => {});
		copy.adopt(this);
		return copy;
	}

	/** Takes the values of another board, without a call of `changed`. */
	adopt(other: SwitchBoard): void {
		this.#values = new Map(other.#values);
		this.changes++;
	}

	/** Returns a switch's value. False for one that no rule declares: a rule may read another page's switch. */
	on(setting: string): boolean {
		return this.#values.get(setting) === true;
	}

	number(setting: string): number {
		const value = this.#values.get(setting);
		return typeof value === "number" ? value : 0;
	}

	word(setting: string): string {
		const value = this.#values.get(setting);
		return typeof value === "string" ? value : "";
	}
}
