/**
 * Tests of the store once more, with every fallback forced.
 */
import "./forced.ts";
import "../store/blocks/blocks.test.ts";
import "../store/runs/append.test.ts";
import "../store/runs/changes.test.ts";
import "../store/wal/logged.test.ts";
import "../store/wal/logged-changes.test.ts";
