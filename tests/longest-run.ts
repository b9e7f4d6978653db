/**
 * For every process that tests start: one that hangs is ended, so that its test fails and says what it printed, rather than hang, too.
 */
export const longestRun = { timeout: 8 * 60_000, killSignal: "SIGKILL" } as const;
