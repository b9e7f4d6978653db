/**
 * System variables of one session: reading `@@name`, and SET; errors 1193, 1228, 1229, 1231, 1232, 1238, 1272.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Settings, Switch } from "../../rules/setting/switch.ts";
import type { NamedValue } from "../../catalog/information-schema/providers.ts";
import type { Patience } from "../../store/lock/agent.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { decodeText, type Value } from "../../types/value/value.ts";
import type { GlobalVariables, VariableValues } from "../server/global-variables.ts";
import type { SwitchBoard } from "../server/server-switches.ts";
import { namedPart } from "../variables/key-cache.ts";
import type { LiveState } from "../variables/live.ts";
import type { VariableRegistry } from "../variables/registry.ts";
import { isOn, switchValue, variableValue } from "../variables/rule.ts";
import type { SetWarnings, Variable } from "../variables/variable.ts";

type ReadScope = "session" | "global" | "any";

/** All sources of a session's values: compared to find equal sessions. */
export interface SaidVariables {
	readonly base: VariableValues;
	readonly own: ReadonlyMap<string, Value>;
}

const defaults: VariableValues = new Map();

export class SessionVariables implements Settings {
	readonly #registry: VariableRegistry;
	readonly #globals: GlobalVariables;
	readonly #switches: SwitchBoard;
	readonly #live: LiveState;
	/** Global values at the session's start; none for a session of the kernel's own, which has the defaults. */
	readonly #base: VariableValues;
	readonly #own = new Map<string, Value>();
	/** Cache of `on` since the last change: rules read switches for every statement. */
	readonly #on = new Map<string, boolean>();
	#onSince = -1;
	/** Incremented by each change, to invalidate what is derived from variables. */
	changes = 0;

	constructor(
		registry: VariableRegistry,
		globals: GlobalVariables,
		switches: SwitchBoard,
		live: LiveState,
		isInternal = false,
	) {
		this.#registry = registry;
		this.#globals = globals;
		this.#switches = switches;
		this.#live = live;
		this.#base = isInternal ? defaults : globals.values;
	}

	/** Returns the session's value of a known variable that is not global only. */
	value(name: string): Value {
		const own = this.#own.get(name);
		if (own !== undefined) {
			return own;
		}
		const rule = this.#registry.rules.get(name);
		if (isServersOwn(rule?.declared)) {
			return variableValue(this.#switches.read(rule.declared.setting));
		}
		return this.#base.get(name) ?? this.#globals.initial(name);
	}

	/** Returns the value of `@@name`. Throws 1193 for an unknown variable, 1238 for one of another scope. */
	read(name: string, scope: ReadScope): TypedValue {
		const variable = this.#registry.find(name);
		return { type: variable.type, value: this.#read(variable, scope) };
	}

	/** Throws 1193 and 1272. */
	assertKnown(name: string): void {
		this.#registry.find(name);
	}

	/** Returns the lock wait timeout. */
	patienceMs(kind: Patience): number {
		return Number(this.value(kind === "row" ? "innodb_lock_wait_timeout" : "lock_wait_timeout")) * 1000;
	}

	#read(variable: Variable, scope: ReadScope): Value {
		const { name } = variable;
		if (scope === "global" && variable.scope === "session") {
			throw sqlError("incorrectVariableScope", name, "SESSION");
		}
		if (scope === "session" && variable.scope === "global") {
			throw sqlError("incorrectVariableScope", toldName(variable), "GLOBAL");
		}
		const live = this.#registry.live.get(name);
		if (live !== undefined) {
			return live.read(this.#live);
		}
		return scope === "global" || variable.scope === "global" ? this.#globals.read(name) : this.value(name);
	}

	/**
	 * Validates an assignment and returns the effect, to apply once all of a SET are valid; `given` undefined: DEFAULT.
	 */
	assignment(
		scope: "session" | "global",
		name: string,
		given: TypedValue | undefined,
		warnings: SetWarnings,
	): () => MaybePromise<void> {
		const variable = this.#registry.find(name, warnings);
		if (variable.isUnknown === true) {
			return () => undefined;
		}
		this.#checkScope(variable, scope);
		if (scope === "session" && variable.isSetGlobally === true) {
			throw sqlError("readOnlyInSession", "SESSION", variable.name, "SET GLOBAL");
		}
		if (scope === "global") {
			const value =
				given === undefined
					? variable.initial
					: variable.settle(given, warnings, () => this.#globals.read(variable.name) ?? variable.initial);
			return () => {
				this.changes++;
				return this.#setGlobal(variable, value);
			};
		}
		const declared = this.#registry.rules.get(variable.name)?.declared;
		if (given === undefined && declared?.scope === "session") {
			return () => {
				this.changes++;
				this.#own.delete(variable.name);
			};
		}
		const value =
			given === undefined
				? this.#defaultOf(variable)
				: variable.settle(given, warnings, () => this.value(variable.name));
		return () => {
			this.changes++;
			if (declared?.scope === "process") {
				this.#switches.write(declared.setting, switchValue(value, declared));
			} else {
				this.#setOwn(variable, value);
			}
		};
	}

	/** Sets the session's value without validation. */
	assign(name: string, value: Value): void {
		this.changes++;
		this.#own.set(name, value);
	}

	/** Removes the session's own values. */
	reset(): void {
		this.changes++;
		this.#own.clear();
	}

	said(): SaidVariables {
		return { base: this.#base, own: new Map(this.#own) };
	}

	/** True if all variables, except the rules' switches of the process, have the values recorded by `said`. */
	says({ base, own }: SaidVariables): boolean {
		if (this.#base !== base || this.#own.size !== own.size) {
			return false;
		}
		for (const [name, value] of this.#own) {
			if (own.get(name) !== value) {
				return false;
			}
		}
		return true;
	}

	/** Lists variables for SHOW VARIABLES: those that are asked for. */
	list(scope: "session" | "global", isAsked: (name: string) => boolean = () => true): readonly NamedValue[] {
		const rows: NamedValue[] = [];
		for (const variable of this.#registry.all.values()) {
			if (!isAsked(variable.name)) {
				continue;
			}
			if (scope === "global" && variable.scope === "session") {
				// A rule's session switch is listed with the server's value.
				const rule = this.#registry.rules.get(variable.name);
				if (rule !== undefined) {
					rows.push([variable.name, variable.show(variableValue(this.#switches.read(rule.declared.setting)))]);
				}
				continue;
			}
			rows.push([variable.name, variable.show(this.#read(variable, scope === "global" ? "global" : "any"))]);
		}
		return rows;
	}

	/** Returns a rule's switch: the session's value, otherwise the server's. */
	on(setting: string): boolean {
		const changes = this.changes + this.#switches.changes;
		if (this.#onSince !== changes) {
			this.#onSince = changes;
			this.#on.clear();
		}
		let isSetOn = this.#on.get(setting);
		if (isSetOn === undefined) {
			const name = this.#registry.nameBySetting.get(setting);
			isSetOn = name === undefined ? this.#switches.on(setting) : isOn(this.value(name));
			this.#on.set(setting, isSetOn);
		}
		return isSetOn;
	}

	number(setting: string): number {
		const name = this.#registry.nameBySetting.get(setting);
		return name === undefined ? this.#switches.number(setting) : Number(this.value(name));
	}

	word(setting: string): string {
		const name = this.#registry.nameBySetting.get(setting);
		return name === undefined ? this.#switches.word(setting) : decodeText(String(this.value(name) ?? ""));
	}

	#defaultOf(variable: Variable): Value {
		return variable.scope === "session" ? variable.initial : this.#globals.read(variable.name);
	}

	#checkScope(variable: Variable, scope: "session" | "global"): void {
		const { name } = variable;
		if (variable.readOnly) {
			throw sqlError("incorrectVariableScope", name, "read only");
		}
		if (scope === "global" && variable.scope === "session") {
			if (this.#registry.rules.has(name)) {
				throw sqlError("unknownError", `Variable '${name}' is a SESSION variable and can't be used with SET GLOBAL`);
			}
			throw sqlError("localVariable", name);
		}
		if (scope === "session" && variable.scope === "global") {
			throw sqlError("globalVariable", toldName(variable));
		}
	}

	#setGlobal(variable: Variable, value: Value): MaybePromise<void> {
		for (const [other, alsoValue] of variable.also?.(value) ?? []) {
			this.#globals.write(other, alsoValue);
		}
		return this.#globals.write(variable.name, value);
	}

	#setOwn(variable: Variable, value: Value): void {
		const live = this.#registry.live.get(variable.name);
		if (live !== undefined) {
			live.write?.(this.#live, value);
			return;
		}
		this.#own.set(variable.name, value);
		for (const [other, alsoValue] of variable.also?.(value) ?? []) {
			this.#own.set(other, alsoValue);
		}
	}
}

/** Messages omit the name of a key cache. */
function toldName({ name }: Variable): string {
	return namedPart(name)?.part ?? name;
}

/** True for a switch whose value is the server's where the session has none, or cannot have any. */
function isServersOwn(declared: Switch | undefined): declared is Switch {
	return declared?.scope === "session" || declared?.scope === "process";
}
