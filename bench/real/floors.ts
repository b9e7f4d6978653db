/**
 * Why goals of real work are not reached, as profiles show it; told of rows that miss theirs.
 */
const session = ["session of", "a shop", "migrations", "suite", "the same", "2,400", "a shape"];

export const floors: readonly { readonly names: readonly string[]; readonly text: string }[] = [
	{
		names: session,
		text:
			"Sessions, suites and shapes: no function leads. Of the 6.1 s that the main thread was busy in five rounds of a " +
			"blog's session (node --cpu-prof, 2026-11-30, waits for the disk left out) planning took 13 %, scanning texts for " +
			"kept plans 9 %, making operators 8 %, collections of garbage 4 %, and no function more than 2 % by itself. V8's helper " +
			"threads take half of all CPU time in the first round and a fifth over seven: functions are optimized, thrown away " +
			"for another map of an object and optimized again. Without the optimizer (--no-opt) the helpers do nothing, and " +
			"the main thread takes more than both from the second round on. 95 to 99 % of the functions that sessions run have " +
			"kept code: what is cold is interpretation. The 2,400 SELECTs take 3.8, 2.5, 2.0 and 1.7 of MariaDB's CPU time round " +
			"by round; a session after twenty 1.5 to 1.7: the difference is what V8 has not compiled yet.",
	},
	{
		names: ["one INSERT", "a dump"],
		text:
			"INSERTs of a row: in the one row of this table each is planned for a table of its own; in the other each leaves " +
			"some 20 KB of objects (scavenges counted by --trace-gc: 45,000 rows, 75 of 12 MB), spread over the write set, " +
			"guards of foreign keys and layers of the store. Their collection is 28 % of the main thread's busy time.",
	},
	{
		names: ["first use"],
		text:
			"First use is cold code. The program's later parts are loaded while the client is silent; what is left are functions " +
			"that run in V8's interpreter, and V8's helper threads, which compile them meanwhile: a third of all CPU time of a " +
			"first join, IN (subquery), UPDATE of thousands of rows or count over information_schema.columns. The hundredth " +
			"UPDATE of 5,000 rows takes a thirteenth of the first. The first count defines the columns of all computed tables, " +
			"which stay; a fifth of the main thread's time is collections of garbage.",
	},
];
