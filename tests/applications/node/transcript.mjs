/**
 * What every program of this folder has in common: where the server is, and how it tells what it saw.
 *
 * In: the environment. Out: `address`; `say(what, value)` prints one line of JSON. Two servers that answer alike make the same
 * lines, so nothing that changes from run to run is printed: fields named in `hidden` are left out.
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
