/**
 * 2.1.0 prints the metadata records of 2.1.1. Recorded: behaviour 8 (`compression`, `default_bit` and `partition` are
 * there from 2.1.0 on).
 */
import { type HookClass, MetadataRecord, changed, quirk } from "../../core/rules/index.ts";
import guide from "./early-record-members.guide.ts";

const recordCompressionEarly = (Base: HookClass<MetadataRecord>) =>
	class RecordCompressionEarly extends Base {
		override tableMembers(): readonly string[] {
			return [...super.tableMembers().map((member) => (member === "Partition" ? "partition" : member)), "compression"];
		}

		override columnMembers(): readonly string[] {
			return super.columnMembers().flatMap((member) => (member === "default" ? [member, "default_bit"] : [member]));
		}
	};

export default quirk(
	"early-record-members",
	{ from: "2.1.0", to: "2.1.0" },
	"2.1.0 prints the metadata records of 2.1.1: with compression, default_bit and partition.",
	["http-2.1.0", "alter-2.1.0-2.1.0"],
	[changed(MetadataRecord, recordCompressionEarly, "Records carry compression, default_bit and partition.", guide)],
);
