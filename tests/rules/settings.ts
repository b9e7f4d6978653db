/**
 * Settings as rules are handed them: switches that a function tells, no numbers or words.
 */
import type { Settings } from "../../core/rules/index.ts";

export function settingsOn(on: (setting: string) => boolean): Settings {
	return { on, number: () => 0, word: () => "" };
}
