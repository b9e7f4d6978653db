/**
 * The server's own values of the switches that the rules in force declare.
 *
 * In: the switches, and what the configuration says. Out: values by setting, followed at once by every session that
 * has no value of its own.
 */
import type { ServerSwitches } from "../../kernel.ts";
import { invariant } from "../../errors/invariant.ts";
import type { Settings, Switch } from "../../rules/switch.ts";

export class SwitchBoard implements ServerSwitches, Settings {
	readonly #values = new Map<string, boolean>();
	/** Goes up with each change. */
	changes = 0;
	readonly #changed: (setting: string, isOwn: boolean) => void;

	/** `changed` is called after a write that changed something; `isOwn`: it was written here. */
	constructor(
		declared: readonly Switch[],
		configured: ReadonlyMap<string, boolean>,
		changed: (setting: string, isOwn: boolean) => void,
	) {
		for (const { setting, default: initial } of declared) {
			this.#values.set(setting, configured.get(setting) ?? initial);
		}
		this.#changed = changed;
	}

	read(setting: string): boolean {
		const value = this.#values.get(setting);
		invariant(value !== undefined, `No rule in force declares the setting ${setting}.`);
		return value;
	}

	write(setting: string, value: boolean): void {
		this.#put(setting, value, true);
	}

	/** Another process of the server has written it. */
	learn(setting: string, value: boolean): void {
		this.#put(setting, value, false);
	}

	#put(setting: string, value: boolean, isOwn: boolean): void {
		if (this.read(setting) !== value) {
			this.#values.set(setting, value);
			this.changes++;
			this.#changed(setting, isOwn);
		}
	}

	/** A rule may ask for what another page declares: a setting nobody declared is off. */
	on(setting: string): boolean {
		return this.#values.get(setting) ?? false;
	}
}
