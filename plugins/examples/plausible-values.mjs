/**
 * What if a release checked numbers, dates and whole rows?
 *
 * Numbers of columns named `percent` are from 0 to 100, a column with the comment `required` takes no NULL, and no row
 * ends before it begins. `scope` and `rowScope` say which columns and tables are looked at: all others cost nothing.
 */

/** @type {import("../../core/rules/kit.ts").Plugin} */
export default ({ InsertCheck, page, changed, refuse, warn }) =>
	page("plausible-values", [
		changed(
			InsertCheck,
			(Base) =>
				class CheckPlausibleValues extends Base {
					scope(column, settings) {
						return column.name === "percent" || column.comment === "required" ? "all" : super.scope(column, settings);
					}
					value(value, column, settings) {
						if (value === null && column.comment === "required") {
							return refuse(1048, "23000", `Column '${column.table}.${column.name}' is required`);
						}
						if (column.name === "percent" && value !== null && (value < 0 || value > 100)) {
							return refuse(1264, "22003", `${value} is no percentage`);
						}
						return super.value(value, column, settings);
					}
					rowScope(table, settings) {
						return table.comment === "periods" ? "all" : super.rowScope(table, settings);
					}
					row(row, table, settings) {
						if (row.begins !== null && row.ends !== null && row.ends < row.begins) {
							return refuse(
								3819,
								"HY000",
								`A row of ${table.name} ends before it begins: ${row.begins} to ${row.ends}`,
							);
						}
						return row.ends === null ? warn(1105, `Row ${row.id} has no end`) : super.row(row, table, settings);
					}
				},
			"Percentages, required columns and periods are checked.",
		),
	]);
