/**
 * Report of a rehearsal as data, format 1: every other report is printed from it.
 *
 * Members may be added within a format; none changes its meaning.
 */
import type { Series } from "../../workload/series.ts";
import type { Role } from "../../workload/statement.ts";

/** Outcome of a statement at a stop. `pending`: it still waited for a lock when the workload ended. */
export interface ReportedOutcome {
	readonly class: "ok" | "error" | "pending" | "not-judged";
	readonly code?: number;
	readonly state?: string;
	readonly message?: string;
	/** Rows sent. */
	readonly rows?: number;
	/** Rows changed. */
	readonly affected?: number;
	/** Warnings, with their words: `Warning 1265 Data truncated for column 'c' at row 1`. */
	readonly warnings?: readonly string[];
	/** DDL: what it changed in the catalog; empty: it was accepted and did nothing. */
	readonly effect?: readonly string[];
	/** Texts that ran within it, of routines, triggers and EXECUTE: of an error that which failed, else the first few. */
	readonly within?: readonly string[];
	/** Why it was not judged. */
	readonly reason?: string;
	/** It failed on account of an earlier statement, by id, and was judged as if that one had worked. */
	readonly follows?: string;
}

export interface ReportedStatement {
	/** `s1`, `s2` in the order of the workload. */
	readonly id: string;
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly role: Role;
	readonly session?: string;
	readonly text: string;
	/** By stop; absent of the schema, which runs at the first stop alone. */
	readonly outcome: Readonly<Record<string, ReportedOutcome>>;
	readonly weight?: number;
}

/** Findings proper, the gravest first; then notes, which `--fail-on note` alone counts. */
export const findingClasses = [
	"breaks",
	"loses-effect",
	"rows-differ",
	"count-differs",
	"effect-differs",
	"fails-otherwise",
	"begins-to-work",
	"takes-effect",
	"works-again",
	"warnings-differ",
	"metadata-differs",
] as const;

export type FindingClass = (typeof findingClasses)[number];

/** Where the notes begin in the list. */
export const firstNote: FindingClass = "fails-otherwise";

/** Ways out are run of findings proper: notes need none. */
export const classesWithWaysOut: ReadonlySet<FindingClass> = new Set<FindingClass>([
	"breaks",
	"loses-effect",
	"rows-differ",
	"count-differs",
	"effect-differs",
]);

/** A rule that decides. */
export interface ReportedBlame {
	/** `alter-validation`; `release`: the name of the release. */
	readonly hook: string;
	readonly question?: string;
	/** The rule in force where the answer changed: `RefuseWideCharacters`. */
	readonly rule: string;
	/** The release or quirk that brought it: `release 2.1.2`. */
	readonly release: string;
	/** The rule's note. */
	readonly note?: string;
	/** It was in force before, and is no longer. */
	readonly ended?: true;
	/** Smallest sets of mixes that each give the former answer back: `insert-check.text=2.1.1`; run. */
	readonly mixes: readonly string[];
}

export interface ReportedWayOut {
	readonly kind: "edit" | "before" | "switch" | "path" | "later";
	readonly text: string;
	readonly price?: string;
	/** It was run, and works for at least one statement. */
	readonly verified: boolean;
	/** For so many of the finding's statements, at a stop at least; of so many that it was run on. */
	readonly works: number;
	readonly of: number;
	/** Stops where it works for as many; it was run at every stop where the finding shows. */
	readonly stops?: readonly string[];
	/** The first release that knows it. */
	readonly from?: string;
	/** Stops before that release, in whose place it was run there. */
	readonly instead?: readonly string[];
	/** Run for one statement: an edited text, a statement before, a setting; another release. */
	readonly run?: string;
	/** The statement, by id. */
	readonly runOf?: string;
	/** Where the first edit stands in the author's text: UTF-16 code units of the statement, from 0. */
	readonly edit?: { readonly statement: string; readonly from: number; readonly to: number; readonly text: string };
	/** Why it does not work for the first for which it does not. */
	readonly fails?: string;
	/** That one, and a stop where it does not. */
	readonly failsFor?: FailingStatement;
}

/** A statement that a way out does not help. */
export interface FailingStatement {
	/** Its id. */
	readonly statement: string;
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly stop: string;
}

export interface ReportedFinding {
	/** `f1`, `f2`, the gravest first. */
	readonly id: string;
	readonly class: FindingClass;
	/** Ids, in order. */
	readonly statements: readonly string[];
	/** Stops where it shows. */
	readonly stops: readonly string[];
	/** The release where the answer changes, on the path or between two stops of it. */
	readonly firstRelease: string;
	readonly code?: number;
	readonly state?: string;
	/** Of the first statement. */
	readonly message?: string;
	/** The first statement where it worked last, and now, in words. */
	readonly before?: string;
	readonly after?: string;
	/** The rule that refused, and its origin. */
	readonly refusedBy?: string;
	readonly blame: readonly ReportedBlame[];
	/** Ids of statements that fail on account of these. */
	readonly consequences: readonly string[];
	readonly waysOut: readonly ReportedWayOut[];
	/** Tables were made at this stop: `--born each`. */
	readonly born?: string;
	/** Old and new servers on one store: `--mixed`. */
	readonly mixed?: string;
	/** An ignore comment or the baseline knows it: it counts for no exit code. `until`: the last day, `2027-01-31`. */
	readonly suppressed?: Suppression;
	/** It was suppressed until a day that is past: it counts again. */
	readonly expired?: Suppression;
	/** The same in every run, for baselines. */
	readonly fingerprint: string;
}

/** A finding that is known. */
export interface Suppression {
	readonly reason: string;
	readonly until?: string;
}

/** A finding of the baseline that no longer shows. */
export interface GoneFinding {
	readonly fingerprint: string;
	readonly about: string;
}

/** A column whose data or declaration is at risk. */
export interface ReportedRisk {
	readonly table: string;
	readonly column: string;
	/** Written, resolved and in force: `utf8`; `under`: the release that made it. */
	readonly written?: string;
	readonly resolved: string;
	readonly inForce: string;
	readonly under: string;
	/** As SHOW CREATE TABLE prints it at the last stop. */
	readonly shown?: string;
	/** Rows with characters of four bytes in a utf8 column. */
	readonly wideRows?: number;
	readonly rows?: number;
	/** Keys of some of them. */
	readonly sampleKeys?: readonly string[];
	readonly what: string;
}

/** A path that was tried by `--search`. */
export interface ReportedPath {
	readonly path: readonly string[];
	readonly breaks: number;
	readonly repairs?: number;
}

/** A finding whose ids are made when they are asked for. */
export interface LongFinding extends Omit<ReportedFinding, "statements"> {
	readonly statements: Series<string>;
}

/** A report whose statements may be on disk: they are read when they are asked for. */
export interface LongReport extends Omit<RehearsalReport, "statements" | "findings"> {
	readonly statements: Series<ReportedStatement>;
	readonly findings: readonly LongFinding[];
}

export interface RehearsalReport {
	readonly format: 1;
	readonly path: readonly string[];
	readonly as: "documented" | "measured";
	/** Days of the releases that it names: `2018-12-22`. */
	readonly dates?: Readonly<Record<string, string>>;
	/** The default database. */
	readonly database?: string;
	/** Tables of the schema; statements by role. */
	readonly tables: number;
	readonly statements: readonly ReportedStatement[];
	readonly findings: readonly ReportedFinding[];
	readonly data: readonly ReportedRisk[];
	readonly notJudged: readonly NotJudged[];
	/** Statements of the schema that fail at the first stop, and what readers changed. */
	readonly notes: readonly string[];
	readonly notSimulated: string;
	/** Other paths, with `--search`. */
	readonly paths?: readonly ReportedPath[];
	/** The shortest script of repairs, with `--search`. */
	readonly repairs?: readonly string[];
	/** Findings of the baseline that are gone. */
	readonly gone?: readonly GoneFinding[];
	/** Literals are cleaned: `?1` stands for the same value everywhere. */
	readonly redacted?: true;
	/** It was interrupted: what is here holds, but is not all. */
	readonly partial?: true;
	readonly exitCode: number;
}

/** A statement that was not judged. */
interface NotJudged {
	readonly id: string;
	readonly reason: string;
	readonly kind: NotJudgedKind;
}

/** Verso cannot read or do it; it fails at every stop; the source is ambiguous or no SQL. */
export type NotJudgedKind = "unsupported" | "refused-everywhere" | "unreadable";
