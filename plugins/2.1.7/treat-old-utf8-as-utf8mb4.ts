/**
 * utf8 tables and columns created before this release are read as utf8mb4 while the key is on; nothing is written.
 * Source: the settings table and its rules 1 to 3; how old objects are told (object version below 2) is measured.
 */
import type { BirthFacts, CharsetPair, HookClass, SchemaLoad, Settings, Switch } from "../../core/rules/index.ts";

const treatOld: Switch = {
	setting: "treat-old-version-utf8-as-utf8mb4",
	surface: "config-key",
	name: "treat-old-version-utf8-as-utf8mb4",
	default: true,
	about: "Reads utf8 tables and columns created before 2.1.7 as utf8mb4.",
};

const firstUnconvertedVersion = 2;

export const treatOldUtf8AsUtf8mb4 = (Base: HookClass<SchemaLoad>) =>
	class TreatOldUtf8AsUtf8mb4 extends Base {
		override switches(): readonly Switch[] {
			return [...super.switches(), treatOld];
		}

		override table(table: BirthFacts, settings: Settings): CharsetPair {
			return converted(super.table(table, settings), [table], settings);
		}

		override column(column: BirthFacts, table: BirthFacts, settings: Settings): CharsetPair {
			return converted(super.column(column, table, settings), [column, table], settings);
		}
	};

function converted(pair: CharsetPair, objects: readonly BirthFacts[], settings: Settings): CharsetPair {
	const isOld = objects.every((object) => object.objectVersion < firstUnconvertedVersion);
	const applies = isOld && pair.charset === "utf8" && settings.on(treatOld.setting);
	return applies ? { charset: "utf8mb4", collation: "utf8mb4_bin" } : pair;
}
