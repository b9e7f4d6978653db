/**
 * Some variables hold the values of the MySQL server they were copied from. Recorded: the default-charset recordings.
 */
import { type HookClass, type Value, Variables, changed, quirk } from "../../core/rules/index.ts";
import guide from "./borrowed-variable-values.guide.ts";

export const borrowedValues: Readonly<Record<string, string>> = {
	version_comment: "MySQL Community Server (Apache License 2.0)",
	version_compile_os: "osx10.8",
	version_compile_machine: "x86_64",
	character_sets_dir: "/usr/local/mysql-5.6.25-osx10.8-x86_64/share/charsets/",
};

const borrowValues = (Base: HookClass<Variables>) =>
	class BorrowValues extends Base {
		override initial(name: string, value: Value): Value {
			return borrowedValues[name] ?? super.initial(name, value);
		}
	};

export default quirk(
	"borrowed-variable-values",
	{ from: "2.1.0" },
	"version_comment, version_compile_os, version_compile_machine and character_sets_dir are a MySQL server's.",
	["default-charset-*"],
	[changed(Variables, borrowValues, "Some variables hold a MySQL server's values.", guide)],
);
