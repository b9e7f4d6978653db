/**
 * Timeouts for processes that tests start: a process that hangs is killed, so that its test fails and prints its
 * output.
 */
export const longestRun = { timeout: 8 * 60_000, killSignal: "SIGKILL" } as const;

/**
 * For processes of long runs, which share the machine with others: under load a process without CPU time was taken
 * for a hanging one.
 */
export const longestPart = { timeout: 60 * 60_000, killSignal: "SIGKILL" } as const;
