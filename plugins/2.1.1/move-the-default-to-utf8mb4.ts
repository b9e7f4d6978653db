/**
 * The server's default charset is utf8mb4. Source: "What the service does" (3) and the versioning table.
 */
import type { CharsetPair, DefaultCharset, HookClass } from "../../core/rules/index.ts";

export const moveTheDefaultToUtf8mb4 = (Base: HookClass<DefaultCharset>) =>
	class MoveTheDefaultToUtf8mb4 extends Base {
		override server(): CharsetPair {
			return { charset: "utf8mb4", collation: "utf8mb4_bin" };
		}
	};
