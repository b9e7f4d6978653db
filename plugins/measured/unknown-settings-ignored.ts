/**
 * Unknown keys of the configuration file and unknown fields of POST /settings are ignored. Recorded: behaviour 0.11
 * and 6.
 */
import { Configuration, type HookClass, changed, quirk } from "../../core/rules/index.ts";
import guide from "./unknown-settings-ignored.guide.ts";

const ignoreUnknownSettings = (Base: HookClass<Configuration>) =>
	class IgnoreUnknownSettings extends Base {
		override unknownKey(_key: string): "ignore" {
			return "ignore";
		}

		override unknownField(_field: string): "ignore" {
			return "ignore";
		}
	};

export default quirk(
	"unknown-settings-ignored",
	{},
	"Unknown configuration keys and POST fields are ignored without a word.",
	["settings-*", "insert-*"],
	[changed(Configuration, ignoreUnknownSettings, "Unknown keys and fields are ignored.", guide)],
);
