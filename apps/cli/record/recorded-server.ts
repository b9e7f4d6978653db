/**
 * `verso serve --record FILE`: a server that writes what its clients send and are answered.
 */
import type { Duplex } from "node:stream";
import { memoryStream } from "../../embed/memory-stream.ts";
import { Recorder } from "../../workload/recording/recorder.ts";
import { RecordingFile } from "./recording-file.ts";

export interface RecordedServer {
	/** Returns the stream that the server is to talk to in the client's place. */
	through(client: Duplex): Duplex;
	end(): void;
}

/** Throws UsageError where the file is there already or cannot be written. A full disk ends recording alone. */
export function recordServer(path: string): RecordedServer {
	const file = new RecordingFile(path, "verso serve");
	const recorder = new Recorder((event) => file.write(event));
	return {
		through(client) {
			const [own, server] = memoryStream();
			recorder.pass(client, own);
			return server;
		},
		end: () => void file.end(),
	};
}
