/**
 * What if 2.1.3 had kept utf8 as its default?
 *
 * The upgrade from 2.1.0 broke DDL because the default moved from utf8 to utf8mb4. With this page over 2.1.3 new tables
 * are utf8 as before, old and new ones agree, and whoever wants four-byte characters says so.
 */

/** @type {import("../../core/rules/kit.ts").Plugin} */
export default ({ DefaultCharset, page, changed }) =>
	page("keep-utf8-default", [
		changed(
			DefaultCharset,
			(Base) =>
				class KeepUtf8Default extends Base {
					server() {
						return { charset: "utf8", collation: "utf8_bin" };
					}
				},
			"The default charset stays utf8.",
		),
	]);
