/**
 * What if texts had a limit that one can set?
 *
 * Options are given where the plugin is named, `--plugin plugins/examples/limit-text.mjs?max=40&mode=warn`, and set what
 * the server begins with; switches of a number and a word are session variables, `set limit_text_max = 40`.
 */

/** @type {import("../../core/rules/kit.ts").Plugin} */
export default ({ InsertCheck, countCharacters, options, page, changed, refuse, warn }) => {
	const { max, mode } = options({
		max: {
			type: "number",
			whole: true,
			least: 1,
			greatest: 1000,
			default: 100,
			about: "The most characters of a text.",
		},
		mode: { type: "word", words: ["refuse", "warn"], default: "refuse", about: "The treatment of longer texts." },
	});
	const switches = [
		{
			setting: "limit-text-max",
			surface: "variable",
			name: "limit_text_max",
			scope: "session",
			whole: true,
			least: 1,
			greatest: 1000,
			default: max,
			about: "The most characters of a text.",
		},
		{
			setting: "limit-text-mode",
			surface: "variable",
			name: "limit_text_mode",
			scope: "both",
			words: ["refuse", "warn"],
			default: mode,
			about: "The treatment of longer texts.",
		},
	];
	return page("limit-text", [
		changed(
			InsertCheck,
			(Base) =>
				class LimitText extends Base {
					switches() {
						return [...super.switches(), ...switches];
					}
					scope() {
						return "all";
					}
					text(value, column, settings) {
						const greatest = settings.number("limit-text-max");
						const length = countCharacters(value, column.inForce.charset);
						if (length <= greatest) {
							return super.text(value, column, settings);
						}
						const message = `${length} characters for ${column.table}.${column.name}, limit ${greatest}`;
						return settings.word("limit-text-mode") === "warn" ? warn(1406, message) : refuse(1406, "22001", message);
					}
				},
			"Texts have a limit.",
		),
	]);
};
