/**
 * Shared by the Node programs: the server's address, and `say(what, value)`, which prints one line of JSON.
 *
 * Fields named in `hidden` are left out, since they differ from run to run: equal answers give equal lines.
 */
const {
	VERSO_HOST = "127.0.0.1",
	VERSO_PORT = "3306",
	VERSO_USER = "root",
	VERSO_PASSWORD = "",
	VERSO_DATABASE = "test",
} = process.env;

export const address = {
	host: VERSO_HOST,
	port: Number(VERSO_PORT),
	user: VERSO_USER,
	password: VERSO_PASSWORD,
	database: VERSO_DATABASE,
};

export function say(what, value, hidden = []) {
	process.stdout.write(
		`${what}: ${JSON.stringify(value, (key, part) => (hidden.includes(key) ? undefined : typeof part === "bigint" ? `${part}n` : part))}\n`,
	);
}
