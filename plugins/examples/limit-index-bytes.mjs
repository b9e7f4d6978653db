/**
 * What if indexes were limited to 767 bytes, as InnoDB's older row formats limit them?
 *
 * A varchar(255) in utf8 fits with 765 bytes, in utf8mb4 it takes 1020: the best-known break of a move to utf8mb4.
 */

/** @type {import("../../core/rules/kit.ts").Plugin} */
export default ({ TableDefinition, page, changed, refuse }) => {
	const greatest = 767;
	const refuseLong = ({ indexes }) => {
		const long = indexes.find(({ parts }) => parts.some(({ bytes }) => bytes > greatest));
		return long && refuse(1071, "42000", `Specified key was too long; max key length is ${greatest} bytes`);
	};
	return page("limit-index-bytes", [
		changed(
			TableDefinition,
			(Base) =>
				class LimitIndexBytes extends Base {
					create(table) {
						return refuseLong(table) ?? super.create(table);
					}
					change(from, to) {
						return refuseLong(to) ?? super.change(from, to);
					}
				},
			"A column of an index has at most 767 bytes.",
		),
	]);
};
