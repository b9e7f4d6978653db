/**
 * Public interface of `verso-db/testing`: for tests of applications a prepared state, and a database that is reset
 * before each test; for tests of plugins rule books, facts made from words, scripts played on any book, and answers
 * and refusals as values.
 *
 * It needs no test framework, and runs in the test's own process on stores in memory.
 */
export { bookOf, TestBook } from "./test-book.ts";
export type { OptionWords, TestedPlugin } from "./tested-plugin.ts";
export { column, columnChange, table, type TestedColumn, type TestedTable } from "./facts.ts";
export type { FactPlace } from "./made-facts.ts";
export { type Cell, play, type PlayedAnswer, type PlayedWarning, type PlayWish } from "./play.ts";
export { prepare, type PrepareOptions } from "./prepared-directory.ts";
export { matchers, rehearse, type RehearsalOptions } from "./rehearsed.ts";
export type { RehearsalReport } from "../rehearse/report/format.ts";
export { type TestDatabaseOptions, type TestHooks, useDatabase } from "./test-database.ts";
export { assertRefused, assertWarned, type ToldVerdict, told } from "./verdict.ts";
