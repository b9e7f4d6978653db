/**
 * What if charsets meant MySQL's collations?
 *
 * In this line `CHARSET=utf8` means utf8_bin, which compares bytes; in MySQL it means utf8_general_ci, which ignores
 * letter case and accents. With this page an application that was written for MySQL finds what it finds there: 39 of 96
 * databases of real projects rely on it.
 */

const collations = {
	ascii: "ascii_general_ci",
	gbk: "gbk_chinese_ci",
	latin1: "latin1_swedish_ci",
	utf8: "utf8_general_ci",
	utf8mb4: "utf8mb4_general_ci",
};

/** MySQL's default of a charset in place of the line's; any other collation was written. */
const likeMysql = (pair) =>
	pair.collation === `${pair.charset}_bin` || pair.collation === ""
		? { ...pair, collation: collations[pair.charset.toLowerCase()] ?? pair.collation }
		: pair;

/** A clause that names a charset alone names its collation, too. */
const spelledOut = (written) => {
	const collation = collations[written.charset?.toLowerCase()];
	return written.collation === undefined && collation !== undefined ? { ...written, collation } : written;
};

/** @type {import("../../core/rules/kit.ts").Plugin} */
export default ({ DefaultCharset, page, changed }) =>
	page("mysql-collations", [
		changed(
			DefaultCharset,
			(Base) =>
				class MeanMysqlCollations extends Base {
					server() {
						return likeMysql(super.server());
					}

					database(database) {
						return super.database({ ...database, written: spelledOut(database.written) });
					}

					createDatabase(written) {
						return super.createDatabase(spelledOut(written));
					}

					createTable(written, database) {
						return super.createTable(spelledOut(written), database);
					}

					createColumn(written, around) {
						return super.createColumn(spelledOut(written), around);
					}
				},
			"A charset without a collation means MySQL's default collation.",
		),
	]);
