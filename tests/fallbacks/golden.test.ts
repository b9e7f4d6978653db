/**
 * Every golden script once more, with every fallback forced: the answers are the same.
 */
import "./forced.ts";
import "../golden.test.ts";
