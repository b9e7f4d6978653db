/**
 * Errors and warnings of values, such as 1366 and 1292: a part of the one catalogue.
 */
import type { CatalogueEntry } from "./catalogue-entry.ts";

export const valueErrors = {
	// Values
	badNull: [1048, "23000", "Column '%s' cannot be null"],
	noDefault: [1364, "HY000", "Field '%s' doesn't have a default value"],
	outOfRange: [1264, "22003", "Out of range value for column '%s' at row %s"],
	dataOutOfRange: [1690, "22003", "%s value is out of range in '%s'"],
	dataTooLong: [1406, "22001", "Data too long for column '%s' at row %s"],
	dataTruncated: [1265, "01000", "Data truncated for column '%s' at row %s"],
	truncatedWrongValue: [1292, "22007", "Truncated incorrect %s value: '%s'"],
	wrongValue: [1525, "HY000", "Incorrect %s value: '%s'"],
	incorrectValue: [1292, "22007", "Incorrect %s value: '%s'"],
	incorrectColumnValue: [1292, "22007", "Incorrect %s value: '%s' for column '%s' at row %s"],
	wrongColumnValue: [1366, "HY000", "Incorrect %s value: '%s' for column '%s' at row %s"],
	invalidCharacterString: [1300, "HY000", "Invalid %s character string: '%s'"],
	cannotConvertString: [3988, "HY000", "Conversion from collation %s into %s impossible for parameter"],
	divisionByZero: [1365, "22012", "Division by 0"],
	invalidJsonText: [3140, "22032", "Invalid JSON text: \"%s\" at position %s in value for column '%s'."],
	invalidJsonInArgument: [3141, "22032", 'Invalid JSON text in argument %s to function %s: "%s" at position %s.'],
	invalidJsonPath: [3143, "42000", "Invalid JSON path expression. The error is around character position %s."],
	invalidJsonCharset: [3144, "22032", "Cannot create a JSON value from a string with CHARACTER SET '%s'."],
	cannotCreateGeometry: [1416, "22003", "Cannot get geometry object from data you send to the GEOMETRY field"],
	jsonKeyTooBig: [3151, "22032", "The JSON object contains a key name that is too long."],
	jsonOutOfRange: [3155, "22003", "Out of range JSON value for CAST to %s from column %s at row %s"],
	jsonNoNumber: [3156, "22018", "Invalid JSON value for CAST to %s from column %s at row %s"],
	jsonTooDeep: [3157, "22032", "The JSON document exceeds the maximum depth."],
	invalidTypeForJson: [
		3146,
		"22032",
		"Invalid data type for JSON data in argument %s to function %s; a JSON string or JSON type is required.",
	],
	cantInitializeJsonPath: [3149, "42000", "In this situation, path expressions may not contain the * and ** tokens."],
	invalidRegexp: [1139, "42000", "Got error '%s' from regexp"],
	allowedPacketOverflowed: [1301, "HY000", "Result of %s() was larger than max_allowed_packet (%s) - truncated"],
	groupConcatCut: [1260, "HY000", "Row %s was cut by GROUP_CONCAT()"],
	datetimeOverflow: [1441, "22008", "Datetime function: %s field overflow"],
	incorrectFunctionValue: [1411, "HY000", "Incorrect %s value: '%s' for function %s"],
	jsonPathRoot: [3153, "42000", "The path expression '$' is not allowed in this context."],
	jsonPathNotCell: [3165, "42000", "A path expression is not a path to a cell in an array."],
	jsonNullKey: [3158, "22032", "JSON documents may not contain NULL member names."],
	jsonOneOrAll: [3154, "42000", "The oneOrAll argument to %s may take these values: 'one' or 'all'."],
	warnDataTruncated: [1265, "01000", "Data truncated for column '%s' at row %s"],
	unknownError: [1105, "HY000", "%s"],
	autoincrementReadFailed: [1467, "HY000", "Failed to read auto-increment value from storage engine"],
} as const satisfies Record<string, CatalogueEntry>;
