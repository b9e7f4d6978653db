/**
 * What if the line went on? A plugin that is a release: 2.2.0, in which utf8 means utf8mb4.
 *
 * `verso --version 2.2.0 --plugin plugins/examples/release-2.2.mjs` serves it, `verso releases --plugin ...` lists it, and
 * `verso compare` plays it beside the others. Objects that it makes are marked with its name, and with a version of
 * their own by which releases tell old objects from new ones.
 */

/** @type {import("../../core/rules/kit.ts").Plugin} */
export default ({ CharsetClause, Identity, changed, release }) =>
	release("2.2.0", "2019-06-30", [
		changed(
			CharsetClause,
			(Base) =>
				class ReadUtf8AsUtf8mb4 extends Base {
					spell(word, place) {
						const name = super.spell(word, place);
						return name === "utf8" ? "utf8mb4" : name;
					}
				},
			"CHARACTER SET utf8 means utf8mb4.",
		),
		changed(
			Identity,
			(Base) =>
				class MarkObjectsAsVersionThree extends Base {
					tableVersion() {
						return 3;
					}
					columnVersion() {
						return 3;
					}
				},
			"New tables and columns carry object version 3.",
		),
	]);
