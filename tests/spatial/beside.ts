/**
 * Spatial functions on verso and MariaDB: every function that both know, with every shape of `shapes.txt`, and with
 * every pair of them.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, createConnection } from "mysql2/promise";
import { startMariadb } from "../../bench/peer/mariadb.ts";
import type { Kernel } from "../../core/kernel.ts";
import type { Session } from "../../core/session/api/session.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { root } from "../root.ts";
import type { Finding } from "./known-difference.ts";

const shapes = readFileSync(join(root, "tests/spatial/shapes.txt"), "utf8").trim().split("\n");

/** `g`: the shape. What they return is text, a number or a document. */
const ofOne = [
	"st_astext(g)",
	"st_astext(st_envelope(g))",
	"st_astext(st_centroid(g))",
	"st_astext(st_convexhull(g))",
	"st_astext(st_startpoint(g))",
	"st_astext(st_endpoint(g))",
	"st_astext(st_pointn(g, 2))",
	"st_astext(st_exteriorring(g))",
	"st_astext(st_interiorringn(g, 1))",
	"st_astext(st_geometryn(g, 1))",
	"st_astext(st_geomfromtext(st_astext(g)))",
	"st_astext(st_geomfromwkb(st_aswkb(g)))",
	"st_astext(st_geomfromgeojson(st_asgeojson(g)))",
	"st_asgeojson(g, 4)",
	"st_area(st_buffer(g, 1))",
	"st_area(g)",
	"st_length(g)",
	"st_x(g)",
	"st_y(g)",
	"st_srid(g)",
	"st_dimension(g)",
	"st_issimple(g)",
	"st_isempty(g)",
	"st_isclosed(g)",
	"st_numpoints(g)",
	"st_numinteriorrings(g)",
	"st_numgeometries(g)",
	"st_geometrytype(g)",
	"hex(st_aswkb(g))",
];

const relations = ["contains", "within", "disjoint", "equals", "intersects", "overlaps", "touches", "crosses"];
const ofTwo = [
	...["contains", "within", "disjoint", "equal", "intersects", "overlaps", "touches"].map((word) => `mbr${word}(a, b)`),
	...relations.map((word) => `${word}(a, b)`),
	...relations.map((word) => `st_${word}(a, b)`),
	...["intersection", "union", "difference", "symdifference"].map((word) => `st_astext(st_${word}(a, b))`),
];

export class Sides {
	readonly #session: Session;
	readonly #connection: Connection;
	readonly #close: () => Promise<void>;

	private constructor(session: Session, connection: Connection, close: () => Promise<void>) {
		this.#session = session;
		this.#connection = connection;
		this.#close = close;
	}

	/** null where MariaDB is not installed. */
	static async open(): Promise<Sides | null> {
		const folder = mkdtempSync(join(tmpdir(), "verso-spatial-"));
		const peer = await startMariadb(folder);
		if (peer === null) {
			rmSync(folder, { recursive: true, force: true });
			return null;
		}
		const { host, port, user } = peer.address;
		const connection = await createConnection({ host, port, user });
		await connection.query("create database shapes");
		await connection.query("use shapes");
		const kernel: Kernel = await openMemoryKernel({ release: "2.1.7" });
		const sides = new Sides(await connectRoot(kernel), connection, async () => {
			await connection.end();
			await peer.stop();
			await kernel.close();
			rmSync(folder, { recursive: true, force: true });
		});
		await sides.#fill();
		return sides;
	}

	close(): Promise<void> {
		return this.#close();
	}

	async #fill(): Promise<void> {
		const rows = shapes.map((shape, at) => `(${at}, st_geomfromtext('${shape}'))`);
		for (const sql of ["create table s (id int primary key, g geometry)", `insert into s values ${rows.join()}`]) {
			await this.#connection.query(sql);
			await this.ask(sql);
		}
	}

	/** Verso's answer, without the line of names. */
	async ask(sql: string): Promise<string[]> {
		return (await answerOf(this.#session, sql)).split("\n").slice(1);
	}

	/** All answers that are not the same text. */
	async differences(): Promise<Finding[]> {
		const found: Finding[] = [];
		for (const call of ofOne) {
			found.push(...(await this.#compare(call, `select id, 0, ${call} from s order by id`)));
		}
		for (const call of ofTwo) {
			const expression = call.replace("(a, b)", "(a.g, b.g)");
			found.push(...(await this.#compare(call, `select a.id, b.id, ${expression} from s a, s b order by 1, 2`)));
		}
		return [...found, ...(await this.#distances())];
	}

	/** One by one: in a query of many rows MariaDB's distances are NULL after the first. */
	async #distances(): Promise<Finding[]> {
		const found: Finding[] = [];
		for (const one of shapes.keys()) {
			for (const other of shapes.keys()) {
				const pair = `(select g from s where id = ${one}), (select g from s where id = ${other})`;
				const sql = `select ${one}, ${other}, st_distance(${pair})`;
				found.push(...(await this.#compare("st_distance(a, b)", sql)));
			}
		}
		return found;
	}

	async #compare(call: string, sql: string): Promise<Finding[]> {
		const ours = await this.ask(sql);
		const [rows] = await this.#connection.query({ sql, rowsAsArray: true });
		const theirs = (rows as unknown[][]).map((row) => row.map((cell) => (cell === null ? "NULL" : String(cell))));
		return theirs.flatMap(([one, other, value], at) => {
			const [, , own] = (ours[at] ?? "").split("\t");
			return own === value
				? []
				: [
						{
							call,
							one: shapes[Number(one)]!,
							other: call.includes("(a, b)") ? shapes[Number(other)]! : "",
							ours: String(own),
							theirs: value!,
						},
					];
		});
	}
}
