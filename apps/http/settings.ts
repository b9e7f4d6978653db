/**
 * GET and POST /settings: what the server runs with, and the switches one may turn while it runs.
 *
 * In: form fields. Out: the configuration as data; switches set in the kernel, all of them or none.
 */
import { Configuration, type Kernel, parseSwitchValue, type SwitchValue } from "../../core/index.ts";
import type { Fields } from "./form.ts";

/** Settings of the process that can change at run time. */
export interface ProcessSettings {
	/** The configuration as it is in force, secrets left out. */
	configuration(): Record<string, unknown>;
	logLevels: readonly string[];
	setLogLevel(level: string): void;
	setGeneralLog(on: boolean): void;
}

/** The body of an answer with status 400. */
export class RefusedSetting extends Error {
	override readonly name = "RefusedSetting";
}

export function printSettings(kernel: Kernel, process: ProcessSettings): Record<string, unknown> {
	const switches: Record<string, SwitchValue> = {};
	for (const declared of kernel.book.switches()) {
		if (declared.surface === "config-key") {
			switches[declared.name] = kernel.switches.read(declared.setting);
		}
	}
	return { ...process.configuration(), ...switches };
}

/** Throws RefusedSetting before anything is changed. An empty value changes nothing. */
export function applySettings(fields: Fields, kernel: Kernel, process: ProcessSettings): void {
	const changes = [...fields].map(([name, value]) => plannedChange(name, value, kernel, process));
	for (const change of changes) {
		change();
	}
}

function plannedChange(name: string, value: string, kernel: Kernel, process: ProcessSettings): () => void {
	const declared = kernel.book.switches().find((each) => each.surface === "http-field" && each.name === name);
	if (declared === undefined && name !== "log_level" && name !== "db_general_log") {
		if (kernel.book.ask(Configuration).unknownField(name) === "ignore") {
			return () => {};
		}
		throw new RefusedSetting(`unknown setting ${name}`);
	}
	if (value === "") {
		return () => {};
	}
	if (name === "log_level") {
		if (!process.logLevels.includes(value.toLowerCase())) {
			throw new RefusedSetting(`not a valid logrus Level: ${JSON.stringify(value)}`);
		}
		return () => process.setLogLevel(value.toLowerCase());
	}
	const wanted = declared === undefined ? { "0": false, "1": true }[value] : parseSwitchValue(value, declared);
	if (wanted === undefined) {
		throw new RefusedSetting("illegal argument");
	}
	return declared === undefined
		? () => process.setGeneralLog(wanted === true)
		: () => kernel.switches.write(declared.setting, wanted);
}
