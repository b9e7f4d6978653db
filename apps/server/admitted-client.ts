/**
 * A client that has logged in: its session, the commands that it may send and the sink of their results.
 */
import type { MaybePromise, Session } from "../../core/index.ts";
import { Commands } from "./command.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import type { PacketWriter } from "./encode.ts";
import type { LocalFile } from "./local-file.ts";
import { PacketSink } from "./packet-sink.ts";
import type { SocketWriter } from "./socket-writer.ts";

/** Where its replies go. */
interface Replies {
	readonly writer: PacketWriter;
	readonly outlet: SocketWriter;
	readonly capabilities: number;
	readonly facts: ConnectionOptions["facts"];
	readonly sendsFile: () => boolean;
}

export class AdmittedClient {
	readonly session: Session;
	readonly sink: PacketSink;
	readonly commands: Commands;

	constructor(session: Session, { writer, outlet, capabilities, facts, sendsFile }: Replies) {
		this.session = session;
		this.sink = new PacketSink(session, writer, outlet, capabilities, sendsFile);
		this.commands = new Commands(session, this.sink, writer, facts);
	}

	/** The reply to the last command is complete: there is no place for an error in it. */
	get isAnswered(): boolean {
		return this.sink.state === "done";
	}

	/** A statement has ended. `file`: one that was killed has left the rest of its client's file, which is dropped. */
	ended(file: LocalFile | undefined): MaybePromise<void> {
		if (file === undefined) {
			return this.sink.checkFinished();
		}
		return file.close().then(() => {
			this.sink.tellLate();
			this.sink.checkFinished();
		});
	}

	/** Ends the session. */
	async close(): Promise<void> {
		this.commands.close();
		await this.session.close();
	}
}
