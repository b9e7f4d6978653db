/**
 * The floor's server: `node:net`, answers that are made already, and verso's file of a log.
 *
 * In: a port and a file, on the command line. Out: a server that greets, accepts every login, and answers each request
 * with the same bytes. A request comes in one piece and alone, as the bench's client sends it: no packet is cut.
 */
import { type Socket, createServer } from "node:net";
import { LogFile, logMemory, segmentBytes } from "../../core/store/wal/log-file.ts";
import { sectorBytes } from "../../core/store/wal/log-group.ts";
import { greeting, okAfterLogin, okAfterWrite, one, preparedInsert, preparedSelect, textRow } from "./answers.ts";

const quit = 0x01;
const query = 0x03;
const prepare = 0x16;
/** COM_STMT_PREPARE, and the first letter of INSERT. */
const letterAt = 5;
const insertLetter = 0x49;
const insertStatement = 2;

const [port, path] = process.argv.slice(2) as [string, string];
const log = new LogFile(path);
log.open();
/** A change of a row takes no more. */
const group = logMemory(sectorBytes).fill(1);
let groups = 0;
let waiting: Socket[] = [];

/** One write for all who asked in this turn. */
function sync(): void {
	log.write(0, (groups++ * sectorBytes) % segmentBytes, group);
	const answered = waiting;
	waiting = [];
	for (const socket of answered) {
		socket.write(okAfterWrite);
	}
}

function answer(socket: Socket, request: Buffer): void {
	const command = request[4];
	if (command === query) {
		socket.write(one);
	} else if (command === prepare) {
		socket.write(request[letterAt] === insertLetter ? preparedInsert : preparedSelect);
	} else if (command === quit) {
		socket.destroy();
	} else if (request[letterAt] === insertStatement) {
		if (waiting.push(socket) === 1) {
			setImmediate(sync);
		}
	} else {
		socket.write(textRow);
	}
}

createServer({ noDelay: true }, (socket) => {
	let isKnown = false;
	socket.on("error", () => socket.destroy());
	socket.on("data", (request) => {
		if (isKnown) {
			answer(socket, request);
		} else {
			isKnown = true;
			socket.write(okAfterLogin);
		}
	});
	socket.write(greeting);
}).listen(Number(port), "127.0.0.1");
