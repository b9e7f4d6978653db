/**
 * Where a rehearsal is played: a database of its own, and a port that lets nobody else in.
 *
 * In: the rule book in force. Out: connections, and the end of it all. What it wrote is gone then; what a process
 * left that was killed meanwhile, the next one removes. It refuses to know what is played.
 *
 *     FOLDER/verso-rehearsal-PROCESS-x7Kq2a/    for this user's eyes only (mkdtemp)
 *
 * The folder is one in memory where the system has one: commits are then what they are elsewhere, but no disk has to
 * write them. The port is one of TCP since V8 compiles for the kind of socket that it has seen; who comes to it from
 * elsewhere than this process is hung up on.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RuleBook } from "../../core/rules/book.ts";
import { isRunningProcess } from "../../core/store/platform/running-process.ts";
import { openDirectory } from "../compose/data-directory.ts";
import { createParts, openFromParts, parts } from "../compose/server.ts";
import { Connections } from "../server/server.ts";

const memoryFolder = "/dev/shm";
const host = "127.0.0.1";
const prefix = "verso-rehearsal-";

export interface PracticeDatabase {
	connect(): Socket;
	close(): Promise<void>;
}

const silence = { info() {}, warn() {}, error() {} };

export async function openPracticeDatabase(book: RuleBook, release: string): Promise<PracticeDatabase> {
	const hasMemory = existsSync(memoryFolder);
	const place = hasMemory ? memoryFolder : tmpdir();
	removeStale(place);
	const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`));
	const remove = (): void => rmSync(folder, { recursive: true, force: true });
	// An exit on the way leaves nothing behind, either.
	process.once("exit", remove);
	try {
		const store = await openDirectory(join(folder, "data"), { durability: { syncs: hasMemory, gatherMs: 0 } });
		const container = createParts();
		container.register(parts.store, { useValue: store });
		container.register(parts.book, { useValue: book });
		container.register(parts.log, { useValue: silence });
		const kernel = await openFromParts(container, { release });
		const connections = new Connections({ kernel, log: silence, tls: false });
		const own = new Set<Socket>();
		const server = createServer({ noDelay: true }, (socket) => {
			if ([...own].some(({ localPort }) => localPort === socket.remotePort)) {
				connections.accept(socket, "localhost");
			} else {
				socket.destroy();
			}
		});
		await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, host, resolve));
		const { port } = server.address() as AddressInfo;
		return {
			connect: () => {
				const socket = connect({ host, port, noDelay: true });
				own.add(socket);
				return socket.on("close", () => own.delete(socket));
			},
			close: async () => {
				server.close();
				await connections.close(0);
				await kernel.close(0);
				process.removeListener("exit", remove);
				remove();
			},
		};
	} catch (failure) {
		process.removeListener("exit", remove);
		remove();
		throw failure;
	}
}

function removeStale(place: string): void {
	for (const name of readdirSync(place)) {
		const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
		if (owner > 0 && owner !== process.pid && !isRunningProcess(owner, null)) {
			rmSync(join(place, name), { recursive: true, force: true });
		}
	}
}
