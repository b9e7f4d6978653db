/**
 * A page in Chromium with a mouse and a keyboard: clicks and keys come by the DevTools protocol, over the process's
 * pipes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { longestRun } from "../../longest-run.ts";
import { chromium } from "./chromium.ts";

interface Answer {
	readonly id?: number;
	readonly method?: string;
	readonly result?: Readonly<Record<string, unknown>>;
	readonly error?: { readonly message: string };
}

interface View {
	readonly width: number;
	readonly height?: number;
	readonly scheme?: "light" | "dark";
}

type Parameters = Readonly<Record<string, unknown>>;

export class DrivenPage {
	readonly #process: ChildProcess;
	readonly #profile: string;
	readonly #waiting = new Map<number, (answer: Answer) => void>();
	readonly #events = new Map<string, () => void>();
	#rest = "";
	#last = 0;
	#session: string | undefined;

	private constructor() {
		this.#profile = mkdtempSync(join(tmpdir(), "verso-chromium-"));
		const flags = [
			"--headless",
			"--no-sandbox",
			"--disable-gpu",
			"--disable-background-networking",
			"--host-resolver-rules=MAP * ~NOTFOUND",
			`--user-data-dir=${this.#profile}`,
			"--remote-debugging-pipe",
			"about:blank",
		];
		const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"] as const;
		this.#process = spawn(chromium ?? "", flags, { stdio: [...stdio], ...longestRun });
		(this.#process.stdio[4] as Readable).setEncoding("utf8").on("data", (text: string) => this.#read(text));
	}

	static async open(address: string, view: View): Promise<DrivenPage> {
		const page = new DrivenPage();
		const { targetId } = await page.#send("Target.createTarget", { url: "about:blank" });
		const { sessionId } = await page.#send("Target.attachToTarget", { targetId, flatten: true });
		page.#session = sessionId as string;
		await page.#send("Page.enable");
		await page.view(view);
		const loaded = new Promise<void>((resolve) => page.#events.set("Page.loadEventFired", resolve));
		await page.#send("Page.navigate", { url: address });
		await loaded;
		return page;
	}

	async view({ width, height = 900, scheme = "light" }: View): Promise<void> {
		await this.#send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
		await this.#send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
	}

	/** The value of an expression of the page. */
	async value<T>(expression: string): Promise<T> {
		const { result, exceptionDetails } = await this.#send("Runtime.evaluate", { expression, returnByValue: true });
		if (exceptionDetails !== undefined) {
			throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
		}
		return (result as { readonly value: T }).value;
	}

	/** Presses the mouse in the middle of the element. */
	async click(selector: string): Promise<void> {
		const place = `(() => {
			const element = document.querySelector(${JSON.stringify(selector)});
			element.scrollIntoView({ block: "center" });
			const { left, top, width, height } = element.getBoundingClientRect();
			return { x: left + width / 2, y: top + height / 2 };
		})()`;
		const at = await this.value<{ readonly x: number; readonly y: number }>(place);
		for (const type of ["mousePressed", "mouseReleased"]) {
			await this.#send("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
		}
	}

	/** Goes to a field by the keyboard's focus, and presses a key so many times. */
	async press(selector: string, key: string, code: number, times = 1): Promise<void> {
		await this.value(`document.querySelector(${JSON.stringify(selector)}).focus()`);
		for (let time = 0; time < times; time++) {
			for (const type of ["rawKeyDown", "keyUp"]) {
				await this.#send("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code });
			}
		}
	}

	async write(selector: string, text: string): Promise<void> {
		await this.click(selector);
		await this.#send("Input.insertText", { text });
	}

	async picture(file: string): Promise<void> {
		const { data } = await this.#send("Page.captureScreenshot", { format: "png" });
		writeFileSync(file, Buffer.from(data as string, "base64"));
	}

	async close(): Promise<void> {
		const ended = new Promise((resolve) => this.#process.once("exit", resolve));
		this.#process.kill();
		await ended;
		rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
	}

	#send(method: string, params: Parameters = {}): Promise<Parameters> {
		const id = ++this.#last;
		const session = this.#session === undefined ? {} : { sessionId: this.#session };
		(this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
		return new Promise((resolve, reject) =>
			this.#waiting.set(id, ({ result, error }) =>
				error === undefined ? resolve(result ?? {}) : reject(new Error(`${method}: ${error.message}`)),
			),
		);
	}

	#read(text: string): void {
		const messages = (this.#rest + text).split("\0");
		this.#rest = messages.pop() ?? "";
		for (const message of messages) {
			const answer = JSON.parse(message) as Answer;
			if (answer.id !== undefined) {
				this.#waiting.get(answer.id)?.(answer);
				this.#waiting.delete(answer.id);
			} else if (answer.method !== undefined) {
				this.#events.get(answer.method)?.();
			}
		}
	}
}
