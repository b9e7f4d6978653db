/**
 * Recording of what clients sent and what they were answered, format 1: a line of JSON an event
 * (`docs/reference/recording.md`).
 *
 * Members may be added within a format; none changes its meaning.
 */
export const recordingFormat = 1;

/** The first line. */
export interface RecordingHead {
	readonly format: typeof recordingFormat;
	/** `verso 0.1.0`. */
	readonly by: string;
	/** `old:3306`. */
	readonly upstream: string;
	/** When recording began, in ISO 8601. */
	readonly began: string;
}

/** One answer; a statement has several where it called a procedure or was several itself. */
export type RecordedAnswer =
	| { readonly affected: number; readonly insertId: number; readonly warnings: number }
	| { readonly rows: number; readonly columns: number; readonly digest: string; readonly warnings: number }
	| { readonly error: { readonly code: number; readonly state: string; readonly message?: string } };

interface RecordedPlace {
	/** The order in which clients sent it. */
	readonly n: number;
	/** Milliseconds since recording began. */
	readonly at: number;
	readonly session: number;
}

export interface RecordedStatement extends RecordedPlace {
	/** The text, where it is UTF-8; else its bytes. */
	readonly sql?: string;
	readonly sqlBase64?: string;
	/** SQL literals for its `?`. */
	readonly values?: readonly string[];
	/** Values that were sent and cannot be told, or hold a password. */
	readonly valuesMissing?: true;
	/** Until the last byte of the answer. */
	readonly ms?: number;
	/** None: recording ended before. */
	readonly answers: readonly RecordedAnswer[];
}

export interface RecordedConnect extends RecordedPlace {
	readonly event: "connect" | "change-user";
	readonly user: string;
	readonly database?: string;
	/** The client's character set: `utf8mb4`. */
	readonly charset?: string;
}

interface RecordedUse extends RecordedPlace {
	readonly event: "use";
	readonly database: string;
}

interface RecordedChange extends RecordedPlace {
	/** `lost`: the rest of the session could not be read. */
	readonly event: "reset" | "quit" | "lost";
	readonly reason?: string;
}

export type RecordedEvent = RecordedStatement | RecordedConnect | RecordedUse | RecordedChange;

/** The last line: the recording is whole. */
export interface RecordingEnd {
	readonly end: { readonly statements: number; readonly ms: number };
}
