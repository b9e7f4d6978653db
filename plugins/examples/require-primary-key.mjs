/**
 * What if no table could be without a primary key?
 *
 * New tables need one, and no ALTER TABLE takes it away. Tables that were there before without one stay usable, and may be
 * altered: nobody is locked out of their own data by an upgrade.
 */

/** @type {import("../../core/rules/kit.ts").Plugin} */
export default ({ TableDefinition, page, changed, refuse }) => {
	const hasPrimaryKey = (table) => table.indexes.some(({ type }) => type === "primary");
	return page("require-primary-key", [
		changed(
			TableDefinition,
			(Base) =>
				class RequirePrimaryKey extends Base {
					create(table) {
						return hasPrimaryKey(table)
							? super.create(table)
							: refuse(1173, "42000", `Table '${table.name}' must have a primary key`);
					}
					change(from, to) {
						const isLost = hasPrimaryKey(from) && !hasPrimaryKey(to);
						return isLost
							? refuse(1173, "42000", `Table '${to.name}' must keep its primary key`)
							: super.change(from, to);
					}
				},
			"A table has a primary key, and keeps it.",
			{
				why: "Rows without a key cannot be told apart by replication, and online changes of a table need one.",
				example: "create table t (a int);\ncreate table u (id int primary key);",
				errors: [1173],
				waysOut: [
					{
						when: { codes: [1173], message: /must have a primary key$/ },
						text: "add a column that is the key",
						price: "INSERT without names of columns must leave it out",
						step: {
							kind: "edit",
							edit: "replace",
							pattern: /^(\s*create\s+table\s+[^(]+\()/i,
							replacement: "$1row_id bigint unsigned not null auto_increment primary key, ",
						},
					},
				],
				decidesNot: "Tables that were there before without a key: they stay usable.",
			},
		),
	]);
};
