/**
 * Temporary database of the warm-up: a kernel on a folder in memory, served on a port that only this process may use.
 *
 * Closing it removes the folder. One that a killed process left is removed by the next warm-up.
 *
 *     FOLDER/verso-warm-up-PROCESS-x7Kq2a/    readable by this user only (mkdtemp)
 *
 * The folder is in `/dev/shm` where there is one: commits take the same path as elsewhere without writing to a disk.
 * The port is TCP because V8 optimizes for the kind of socket that it has seen. Connections from other processes are
 * closed at once.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RuleBook, isRunningProcess } from "../../core/index.ts";
import { openDirectory } from "../compose/data-directory.ts";
import { createParts, openFromParts, parts } from "../compose/server.ts";
import { Connections } from "../server/server.ts";

const memoryFolder = "/dev/shm";
const host = "127.0.0.1";
const prefix = "verso-warm-up-";

export interface PracticeDatabase {
	connect(): Socket;
	close(): Promise<void>;
}

const silence = { info() {}, warn() {}, error() {} };

export async function openPracticeDatabase(book: RuleBook, release: string): Promise<PracticeDatabase> {
	const hasMemory = existsSync(memoryFolder);
	const parent = hasMemory ? memoryFolder : tmpdir();
	removeStale(parent);
	const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
	const remove = (): void => rmSync(folder, { recursive: true, force: true });
	// An early exit removes the folder, too.
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

function removeStale(parent: string): void {
	for (const name of readdirSync(parent)) {
		const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
		if (owner > 0 && owner !== process.pid && !isRunningProcess(owner, null)) {
			rmSync(join(parent, name), { recursive: true, force: true });
		}
	}
}
