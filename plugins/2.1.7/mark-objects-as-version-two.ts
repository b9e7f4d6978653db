/**
 * New tables and columns carry object version 2, and `version()` begins with 5.7.25. Source: measured (`version` in
 * the metadata record, the handshake).
 */
import type { HookClass, Identity } from "../../core/rules/index.ts";

export const markObjectsAsVersionTwo = (Base: HookClass<Identity>) =>
	class MarkObjectsAsVersionTwo extends Base {
		override version(release: string): string {
			return super.version(release).replace("5.7.10", "5.7.25");
		}

		override tableVersion(): number {
			return 2;
		}

		override columnVersion(): number {
			return 2;
		}
	};
