/**
 * The metadata record of `mysql.user` shows the columns of an older MySQL, and `mysql` has the server's default
 * charset. Recorded: the http recordings. Accounts are kept as ever: SELECT shows the columns there are.
 */
import { type HookClass, type ShownColumn, SystemSchema, changed, quirk } from "../../core/rules/index.ts";
import guide from "./old-accounts-table.guide.ts";

const privileges = [
	"Select",
	"Insert",
	"Update",
	"Delete",
	"Create",
	"Drop",
	"Process",
	"Grant",
	"References",
	"Alter",
	"Show_db",
	"Super",
	"Create_tmp_table",
	"Lock_tables",
	"Execute",
	"Create_view",
	"Show_view",
	"Create_routine",
	"Alter_routine",
	"Index",
	"Create_user",
	"Event",
	"Trigger",
];

const userColumns: readonly ShownColumn[] = [
	{ name: "Host", type: "char", length: 64, nullable: false, primary: true },
	{ name: "User", type: "char", length: 32, nullable: false, primary: true },
	{ name: "Password", type: "char", length: 41, nullable: true, primary: false },
	...privileges.map(
		(name): ShownColumn => ({
			name: `${name}_priv`,
			type: "enum",
			elements: ["N", "Y"],
			nullable: false,
			default: "N",
			primary: false,
		}),
	),
];

const showOldAccounts = (Base: HookClass<SystemSchema>) =>
	class ShowOldAccounts extends Base {
		override databaseClause(): string {
			return "";
		}

		override tableClause(): string {
			return "";
		}

		override userColumns(): readonly ShownColumn[] {
			return userColumns;
		}
	};

export default quirk(
	"old-accounts-table",
	{},
	"GET /schema/mysql/user shows 26 columns; the database mysql and its tables are made with the " +
		"server's default charset.",
	["http-*", "default-charset-*"],
	[changed(SystemSchema, showOldAccounts, "The table of accounts is shown as an older MySQL has it.", guide)],
);
