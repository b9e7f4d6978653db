/**
 * The check of four-byte characters gets a session variable and a field of POST /settings. Source: the settings table
 * (`db_check_mb4_value_in_utf8`, `check_mb4_value_in_utf8`, available from 2.1.5).
 */
import type { HookClass, InsertCheck, Switch } from "../../core/rules/index.ts";

const about = "Refuses four-byte characters written to utf8 columns.";
const setting = "check-mb4-value-in-utf8";

const surfaces: readonly Switch[] = [
	{ setting, surface: "variable", name: "db_check_mb4_value_in_utf8", scope: "session", default: true, about },
	{ setting, surface: "http-field", name: "check_mb4_value_in_utf8", default: true, about },
];

export const switchTheCheckAtRuntime = (Base: HookClass<InsertCheck>) =>
	class SwitchTheCheckAtRuntime extends Base {
		override switches(): readonly Switch[] {
			return [...super.switches(), ...surfaces];
		}
	};
