/**
 * What if definitions were printed otherwise?
 *
 * SHOW CREATE TABLE leaves out the engine, SHOW CREATE VIEW its definer, and the records of the HTTP interface gain
 * members with values of their own.
 */

/** @type {import("../../core/rules/kit.ts").Plugin} */
export default ({ ShowCreate, MetadataRecord, page, changed }) =>
	page("print-definitions", [
		changed(
			ShowCreate,
			(Base) =>
				class LeaveOutEngineAndDefiner extends Base {
					tableText(text, table) {
						return super.tableText(text, table).replace(/ ENGINE=\w+/, "");
					}
					viewText(text, name, database) {
						return super.viewText(text, name, database).replace(/ DEFINER=\S+/, "");
					}
				},
			"Neither engine nor definer is printed.",
		),
		changed(
			MetadataRecord,
			(Base) =>
				class RecordEngineAndCollation extends Base {
					tableMembers() {
						return ["name", "engine", "indexes", "cols"];
					}
					tableValue(member, value, table) {
						switch (member) {
							case "engine":
								return table.engine;
							case "indexes":
								return table.indexes.map(({ name, bytes }) => ({ name, bytes }));
							default:
								return super.tableValue(member, value, table);
						}
					}
					columnMembers() {
						return ["name", "comment", "collation"];
					}
					columnValue(member, value, column) {
						return member === "collation" ? column.inForce.collation : super.columnValue(member, value, column);
					}
				},
			"Records have the engine, the indexes' bytes and the columns' collations.",
		),
	]);
