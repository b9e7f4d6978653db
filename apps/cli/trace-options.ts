/**
 * Command-line flags and help of `verso trace`.
 */
import type { Command } from "commander";
import { sections } from "../trace/section.ts";

export interface TraceFlags {
	readonly setup?: string;
	readonly sqlMode?: string;
	readonly only?: string;
	readonly json?: boolean;
}

const help = `
Examples:
  verso trace "select 1 + 1"
  verso trace --version 2.1.3 --setup "create table t (a varchar(10)) charset=utf8" "insert into t values ('é')"
  verso trace --setup schema.sql --only plan,store "select * from t where id = 3"
  verso trace - < script.sql                   the script's last statement is traced, those before it prepare
Sections: ${sections.join(", ")}. Nothing is kept: the statement runs in memory, at a fixed time.`;

/** Adds what is the command's own to its flags. */
export function traceCommand(command: Command): Command {
	return command
		.option("--setup <file-or-sql>", "statements that run first, a file or SQL; they must not fail")
		.option("--sql-mode <words>", "the session's sql_mode, such as ANSI_QUOTES")
		.option("--only <sections>", `print these sections only: ${sections.join(",")}`)
		.option("--json", "print JSON")
		.addHelpText("after", help);
}
