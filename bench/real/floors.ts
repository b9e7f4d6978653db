/**
 * Why goals of real work are not reached, as profiles show it; told of rows that miss theirs.
 */
const session = ["session of", "a shop", "migrations", "suite", "the same", "2,400", "a shape"];

export const floors: readonly { readonly names: readonly string[]; readonly text: string }[] = [
	{
		names: session,
		text:
			"Sessions, suites and shapes: no function leads. Of the main thread's busy time in the second half of four rounds " +
			"of a blog's session (node --cpu-prof, waits for the disk left out) planning took 29 %, collections of garbage " +
			"10 %, and no other function more than 6 %. V8's helper threads take half of all CPU time in the first round and " +
			"30 to 40 % later: 936 functions were optimized in four rounds, 174 thrown away again, 89 of them for another map " +
			"of an object. Without the optimizer (--no-opt) the helpers do nothing, and the main thread takes more than both " +
			"from the second round on. After twenty rounds the session costs 1.5 to 1.7 of MariaDB's CPU time: the difference " +
			"is what V8 has not compiled yet.",
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
