/**
 * The command line of `verso rehearse`: inputs by their role, the path, what is played, what is reported.
 */
import { type Command, Option } from "commander";
import type { Mode } from "../../compose/book.ts";
import { failOnChoices } from "../../rehearse/report/exit-code.ts";

export interface RehearseFlags {
	readonly schema?: readonly string[];
	readonly dataDir?: string;
	readonly fromServer?: string;
	readonly rows?: string;
	readonly traffic?: readonly string[];
	readonly migrations?: readonly string[];
	readonly exec?: readonly string[];
	readonly kind?: readonly string[];
	readonly placeholder?: readonly string[];
	readonly path?: string;
	readonly from?: string;
	readonly to?: string;
	readonly stops?: "all" | "fewest";
	readonly born?: "first" | "each";
	readonly back?: boolean;
	readonly mixed?: boolean;
	readonly search?: boolean;
	readonly database?: string;
	readonly config?: string;
	readonly set?: readonly string[];
	readonly as?: Mode;
	readonly mix?: readonly string[];
	readonly quirk?: readonly string[];
	readonly plugin?: readonly string[];
	readonly failOn?: string;
	readonly baseline?: string;
	readonly writeBaseline?: string;
	readonly report?: readonly string[];
	readonly all?: boolean;
	readonly redact?: boolean;
	readonly timeout?: string;
}

const help = `
The schema is made at the first release, every hop is made for real on one store, and traffic and migrations are played
at every stop on a fork of it. What breaks is blamed on the rules that decide, and every way out is run:
  verso rehearse --schema schema.sql --traffic general.log --from 2.0.3 --to 2.1.7
  verso rehearse --schema dump.sql.gz --migrations db/migrations --path 2.0.3,2.1.3,2.1.7 --born each
  verso rehearse --data-dir ./data --traffic slow.log --from 2.1.0 --to 2.1.7 --report html=rehearsal.html
  verso rehearse --schema schema.sql --exec "npx knex migrate:latest" --from 2.0.3 --to 2.1.7 --search
Traffic and migrations are SQL files, folders, dumps, general and slow logs, digests and recordings, known by their
content. Traffic runs at every stop; a migration may also be moved before or behind the upgrade.`;

export function rehearseCommand(program: Command): Command {
	const list = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];
	return program
		.command("rehearse")
		.description("rehearse an upgrade: what breaks at which release, who decided, and the ways out, run")
		.option("--schema <file>", "schema and rows, played at the first release (repeatable)", list)
		.option("--data-dir <dir>", "begin with a data directory, which is read and never written")
		.option("--from-server <url>", "begin with the schema of a live server: mysql://user:password@host:port/database")
		.option("--rows <number>", "rows of each table to take from the live server (default: 0)")
		.option("--traffic <file>", "statements that the application sends (repeatable)", list)
		.option("--migrations <file-or-dir>", "migrations, a file or a folder of them (repeatable)", list)
		.option(
			"--exec <command>",
			"run a migration tool on a fork at the first release, by DATABASE_URL (repeatable)",
			list,
		)
		.option(
			"--kind <kind[=input]>",
			"the kind of an input, or of all others (default: known by their content) (repeatable)",
			list,
		)
		.option(
			"--placeholder <name=value>",
			"a value for a placeholder of migrations, as Flyway writes them (repeatable)",
			list,
		)
		.option("--path <releases>", "the releases to stop at: 2.0.3,2.1.3,2.1.7")
		.option("--from <release>", "the release to begin with, instead of --path")
		.option("--to <release>", "the release to arrive at (default: the newest)")
		.addOption(
			new Option("--stops <which>", "releases between --from and --to to stop at (default: fewest)").choices([
				"all",
				"fewest",
			]),
		)
		.addOption(
			new Option("--born <when>", "play also on tables that are made while at each stop (default: first)").choices([
				"first",
				"each",
			]),
		)
		.option("--back", "return by the same stops")
		.option("--mixed", "play also with old and new servers on one store")
		.option("--search", "the path with the fewest breaks, and the shortest script of repairs")
		.option(
			"-D, --database <name>",
			"the default database, made if it is not there (default: as the input says, else test)",
		)
		.option("--config <file>", "a configuration file, whose switches are set at every release that knows them")
		.option("--set <name=value>", "a variable of every session: sql_mode=ANSI, names=latin1 (repeatable)", list)
		.addOption(
			new Option("--as <mode>", "how releases behave: as documented, or as measured (default: measured)").choices([
				"documented",
				"measured",
			]),
		)
		.option("--mix <hook[.question]=release>", "as for serve, at every stop (repeatable)", list)
		.option("--quirk <name>", "as for serve, at every stop (repeatable)", list)
		.option("--plugin <file-or-package>", "as for serve, at every stop (repeatable)", list)
		.addOption(
			new Option("--fail-on <what>", "the least that gives exit code 1 (default: difference)").choices([
				...failOnChoices,
			]),
		)
		.option("--baseline <file>", "findings that are known: they count no more")
		.option("--write-baseline <file>", "write all findings as a baseline")
		.option("--report <kind[=file]>", "text, json, sarif, junit, github, markdown or html (repeatable)", list)
		.option("--all", "print every statement of a finding")
		.option("--redact", "leave literals out of every report")
		.option("--timeout <seconds>", "end after so long, with a partial report")
		.addHelpText("after", help);
}

const modeOption = (): Option =>
	new Option("--as <mode>", "how releases behave: as documented, or as measured (default: measured)").choices([
		"documented",
		"measured",
	]);

/** `verso blame`. */
export function blameCommand(program: Command): Command {
	return program
		.command("blame")
		.description("say at which release a statement's answer changes, and which rules decide it")
		.argument("<statement>", "one SQL statement")
		.option("--from <release>", "the release that plays the setup")
		.option("--version <release>", "the later release")
		.option("--setup <file>", "a script that is played first and must not fail")
		.option("--data-dir <dir>", "begin with a data directory, which is read and never written")
		.option("-D, --database <name>", "the default database (default: test)")
		.addOption(modeOption())
		.option("--json", "print JSON")
		.addHelpText(
			"after",
			"\nThe rules are tried backward (the newer release with one rule of the older answers as before) and forward:\n" +
				"  verso blame --setup tables.sql --from 2.1.0 --version 2.1.3 \"insert into t values ('🌷')\"",
		);
}

/** `verso shrink`. */
export function shrinkCommand(program: Command): Command {
	return program
		.command("shrink")
		.description("find the smallest script that shows a difference between two releases")
		.argument("<file>", "a script, or any other workload; - for standard input")
		.option("--from <release>", "the release that plays the setup, and answers as it should")
		.option("--version <release>", "the later release, whose answer differs")
		.option("--setup <file>", "a script that is played at the first release")
		.option("--line <number>", "the line of the statement that differs (default: the first that does)")
		.option("-D, --database <name>", "the default database (default: test)")
		.addOption(modeOption())
		.option("--json", "print JSON")
		.addHelpText(
			"after",
			"\nIt prints a script that verso run plays:\n  verso shrink shop.sql --from 2.1.0 --version 2.1.2",
		);
}
