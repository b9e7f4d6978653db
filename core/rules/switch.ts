/**
 * Switch: a setting that a rule lets users turn on and off, and one surface of it.
 *
 * One setting may have several surfaces: a key of the configuration file, a variable, a field of POST /settings. A
 * surface that no rule of the book declares is unknown to the server.
 */
export interface Switch {
	/** The setting's name, by which rules read it. */
	readonly setting: string;
	readonly surface: "variable" | "config-key" | "http-field";
	/** The variable's, key's or field's name. */
	readonly name: string;
	/**
	 * Of variables. `session`: a session may have its own value, SET GLOBAL is refused. `process`: looks like
	 * `session`, but SET changes the server's value; `both`: also a stored global value that new sessions begin with.
	 */
	readonly scope?: "session" | "process" | "both";
	/** The setting's value where it was never set. */
	readonly default: boolean;
	/** One sentence for help texts. */
	readonly about: string;
}

/** The values in force where a rule is asked: of a session, or of the server. */
export interface Settings {
	on(setting: string): boolean;
}
