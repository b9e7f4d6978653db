/**
 * Switches: what a rule lets its users turn on and off, and where.
 *
 * In: nothing. Out: the declaration a rule makes of one surface of a setting. One setting may have several surfaces:
 * a key of the configuration file, a variable, a field of POST /settings. A surface no rule of the book declares is
 * unknown to the server. It refuses to know who reads files and requests.
 */
export interface Switch {
	/** What is switched; rules ask for it by this name. */
	readonly setting: string;
	readonly surface: "variable" | "config-key" | "http-field";
	/** The variable's, key's or field's name. */
	readonly name: string;
	/**
	 * For variables. `session`: a session may have a value of its own, SET GLOBAL is refused. `process`: looks like
	 * `session`, but SET changes the server's value; `both`: also a stored global value that new sessions begin with.
	 */
	readonly scope?: "session" | "process" | "both";
	/** The value of the setting where nobody set it. */
	readonly default: boolean;
	/** One sentence for help texts. */
	readonly about: string;
}

/** The values in force where a rule is asked: of a session, or of the server. */
export interface Settings {
	on(setting: string): boolean;
}
