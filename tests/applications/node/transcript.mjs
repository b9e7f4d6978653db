/**
 * Shared by the Node programs: the server's address, and `say(what, value)`, which prints one line of JSON.
 *
 * With VERSO_LIBRARY, a module, the database is one of that library's inside this process, by a stream.
 *
 * Fields named in `hidden` are left out, since they differ from run to run: equal answers give equal lines.
 */
const {
	VERSO_HOST = "127.0.0.1",
	VERSO_PORT = "3306",
	VERSO_USER = "root",
	VERSO_PASSWORD = "",
	VERSO_DATABASE = "test",
	VERSO_LIBRARY,
} = process.env;

/** The guide's options of the database inside this process, for what passes its options on to mysql2. */
export const inside = VERSO_LIBRARY === undefined ? {} : streamOf(await (await import(VERSO_LIBRARY)).open());

function streamOf(database) {
	return { stream: database.config().stream };
}

export const address = {
	host: VERSO_HOST,
	port: Number(VERSO_PORT),
	user: VERSO_USER,
	password: VERSO_PASSWORD,
	database: VERSO_DATABASE,
	...inside,
};

export function say(what, value, hidden = []) {
	process.stdout.write(
		`${what}: ${JSON.stringify(value, (key, part) => (hidden.includes(key) ? undefined : typeof part === "bigint" ? `${part}n` : part))}\n`,
	);
}
