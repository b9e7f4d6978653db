/**
 * Three machines on this one: network namespaces that a bridge joins, whose links a test cuts and joins again.
 *
 *     v1234-0 ── eth0 ── p0 ┐
 *     v1234-1 ── eth0 ── p1 ┼ bridge, in v1234-r          a cut link drops what is sent, as a cable that is out
 *     v1234-2 ── eth0 ── p2 ┘
 */
import { spawnSync } from "node:child_process";
import type { ExecutionContext } from "ava";

const count = 3;

function ip(...words: readonly string[]): boolean {
	return spawnSync("ip", words, { stdio: "ignore" }).status === 0;
}

/** Whether this process may make namespaces. */
export function hasNamespaces(): boolean {
	const name = `v${process.pid}-try`;
	const made = ip("netns", "add", name) && ip("-n", name, "link", "add", "bridge", "type", "bridge");
	ip("netns", "del", name);
	return made;
}

export class Machines {
	readonly #prefix = `v${process.pid}`;
	readonly #router = `${this.#prefix}-r`;

	constructor(t: ExecutionContext) {
		t.teardown(() => this.#remove());
		const steps = [
			["netns", "add", this.#router],
			["-n", this.#router, "link", "add", "bridge", "type", "bridge"],
			["-n", this.#router, "link", "set", "bridge", "up"],
			...Array.from({ length: count }, (_, at) => this.#stepsOf(at)).flat(),
		];
		for (const step of steps) {
			t.true(ip(...step), `ip ${step.join(" ")}`);
		}
	}

	#stepsOf(at: number): string[][] {
		const name = this.#nameOf(at);
		return [
			["netns", "add", name],
			["-n", this.#router, "link", "add", `p${at}`, "type", "veth", "peer", "name", "eth0", "netns", name],
			["-n", name, "addr", "add", `${this.addressOf(at)}/24`, "dev", "eth0"],
			["-n", name, "link", "set", "eth0", "up"],
			["-n", name, "link", "set", "lo", "up"],
			["-n", this.#router, "link", "set", `p${at}`, "master", "bridge", "up"],
		];
	}

	#nameOf(at: number): string {
		return `${this.#prefix}-${at}`;
	}

	addressOf(at: number): string {
		return `10.213.7.${at + 11}`;
	}

	/** Words before a command that runs on a machine. */
	within(at: number): readonly string[] {
		return ["ip", "netns", "exec", this.#nameOf(at)];
	}

	/** Neither of the other machines reaches this one. */
	cut(at: number): void {
		ip("-n", this.#router, "link", "set", `p${at}`, "nomaster");
	}

	join(at: number): void {
		ip("-n", this.#router, "link", "set", `p${at}`, "master", "bridge");
	}

	#remove(): void {
		for (const name of [this.#router, ...Array.from({ length: count }, (_, at) => this.#nameOf(at))]) {
			ip("netns", "del", name);
		}
	}
}
