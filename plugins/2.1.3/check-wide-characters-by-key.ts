/**
 * The check of four-byte characters can be switched off in the configuration file; invalid bytes are refused all the
 * same. Source: the settings table (`check-mb4-value-in-utf8`, available from 2.1.3); the default, on, is measured.
 */
import type {
	ByteString,
	ColumnFacts,
	HookClass,
	InsertCheck,
	Refusal,
	Settings,
	Switch,
} from "../../core/rules/index.ts";

const checkWideCharacters = "check-mb4-value-in-utf8";

const configKey: Switch = {
	setting: checkWideCharacters,
	surface: "config-key",
	name: "check-mb4-value-in-utf8",
	default: true,
	about: "Refuses four-byte characters written to utf8 columns.",
};

export const checkWideCharactersByKey = (Base: HookClass<InsertCheck>) =>
	class CheckWideCharactersByKey extends Base {
		override switches(): readonly Switch[] {
			return [...super.switches(), configKey];
		}

		override text(value: ByteString, column: ColumnFacts, settings: Settings): Refusal | undefined {
			if (settings.on(checkWideCharacters) || column.inForce.charset !== "utf8") {
				return super.text(value, column, settings);
			}
			// With the check off a utf8 column takes what a utf8mb4 column takes.
			return super.text(value, { ...column, inForce: { charset: "utf8mb4", collation: "utf8mb4_bin" } }, settings);
		}
	};
