/**
 * What if refusals of charsets were warnings?
 *
 * An application that is about to be moved to another release runs as before, and SHOW WARNINGS lists what that release
 * would refuse: values are stored whole, columns are changed, in strict mode, too.
 */

/** @type {import("../../core/rules/kit.ts").Plugin} */
export default ({ InsertCheck, AlterValidation, page, changed, soften }) =>
	page("warn-of-charsets", [
		changed(
			InsertCheck,
			(Base) =>
				class WarnOfValues extends Base {
					text(value, column, settings) {
						return soften(super.text(value, column, settings));
					}
				},
			"A value that a column would refuse is stored with a warning.",
		),
		changed(
			AlterValidation,
			(Base) =>
				class WarnOfChanges extends Base {
					modifyColumn(change) {
						return soften(super.modifyColumn(change));
					}
					changeColumn(column, from, to) {
						return soften(super.changeColumn(column, from, to));
					}
					convertTable(table, from, to) {
						return soften(super.convertTable(table, from, to));
					}
				},
			"A change of a charset that would be refused is made with a warning.",
		),
	]);
