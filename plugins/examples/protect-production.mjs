/**
 * What if nothing of a database called `shop` could be dropped, and new names followed a convention?
 *
 * A rule over statements: it sees the kind and the objects that a statement names, whichever statement it is. TRUNCATE
 * and the rights of an application are only warned of.
 */

/** @type {import("../../core/rules/kit.ts").Plugin} */
export default ({ StatementCheck, page, changed, refuse, warn }) => {
	const isProtected = ({ type, name, database }) => (type === "database" ? name : database) === "shop";
	return page("protect-production", [
		changed(
			StatementCheck,
			(Base) =>
				class ProtectProduction extends Base {
					run(statement, settings) {
						const { kind, objects } = statement;
						const lost = objects.find((each) => each.role === "removed" && isProtected(each));
						if (lost !== undefined) {
							return refuse(1105, "HY000", `${lost.type} ${lost.name} is in use: ${kind} is not for production`);
						}
						const odd = objects.find(({ role, name }) => role === "made" && /[A-Z]/.test(name));
						if (odd !== undefined) {
							return refuse(1105, "HY000", `${odd.type} ${odd.name}: names are written in small letters`);
						}
						if (kind === "truncate-table" && objects.some(isProtected)) {
							return warn(1105, `every row of ${objects[0].name} is gone`);
						}
						if (kind === "grant" && statement.privileges.includes("all")) {
							const user = objects.find(({ type }) => type === "user");
							return warn(1105, `${user.name} may do everything that ${statement.account} may`);
						}
						return super.run(statement, settings);
					}
				},
			"Nothing of `shop` is dropped, and new names are written in small letters.",
		),
	]);
};
