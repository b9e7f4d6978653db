/**
 * Forces every fallback of docs/decisions/platform-internals.md in this process: imported before any other module.
 */
process.env["VERSO_FALLBACKS"] = "all";
