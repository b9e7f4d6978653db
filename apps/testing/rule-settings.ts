/**
 * Values of the switches that a book's rules declare: each its default, or the value that a test gives.
 */
import type { RuleBook, Settings, SwitchValue } from "../../core/index.ts";

/** Throws Error for a setting that no rule of the book declares. */
export function ruleSettings(book: RuleBook, values: Readonly<Record<string, SwitchValue>> = {}): Settings {
	const declared = book.switches();
	const settings = new Map(declared.map((each) => [each.setting, each.default]));
	for (const [name, value] of Object.entries(values)) {
		const found = declared.find((each) => each.setting === name || each.name === name);
		if (found === undefined) {
			throw new Error(`no rule of this book declares ${name}; declared are ${[...settings.keys()].join(", ")}`);
		}
		settings.set(found.setting, value);
	}
	return {
		on: (setting) => settings.get(setting) === true,
		number: (setting) => Number(settings.get(setting) ?? 0),
		word: (setting) => String(settings.get(setting) ?? ""),
	};
}
