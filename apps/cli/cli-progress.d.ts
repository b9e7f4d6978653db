/**
 * Types of the part of the package `cli-progress` that is used; the package has none of its own.
 */
declare module "cli-progress" {
	export interface BarOptions {
		readonly stream: NodeJS.WritableStream;
		readonly format: string;
		readonly clearOnComplete: boolean;
		readonly hideCursor: boolean;
	}

	class SingleBar {
		constructor(options: BarOptions);
		start(all: number, done: number, words: Readonly<Record<string, string>>): void;
		setTotal(all: number): void;
		update(done: number, words: Readonly<Record<string, string>>): void;
		stop(): void;
	}

	const progress: { readonly SingleBar: typeof SingleBar };
	export default progress;
}
