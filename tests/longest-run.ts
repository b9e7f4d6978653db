/**
 * For every process that tests start: one that hangs is ended, so that its test fails and says what it printed,
 * rather than hang, too.
 */
export const longestRun = { timeout: 8 * 60_000, killSignal: "SIGKILL" } as const;

/**
 * For those that long runs start, which may share the machine with much else: one was taken for hanging that had no
 * turn.
 */
export const longestPart = { timeout: 60 * 60_000, killSignal: "SIGKILL" } as const;
