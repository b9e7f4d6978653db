/**
 * For `--import`, before the program of a process that a test starts: it loads the kernel as one script.
 */
import { useJoined } from "./joined.ts";

useJoined(process.argv[1] ?? "");
