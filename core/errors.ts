/**
 * The one error catalogue: every mistake a user can make has a name, a code, an SQL state and a sentence.
 *
 * In: a name and the words that fill its sentence (`%s`, in order). Out: an `SqlError`.
 * Sentences are MySQL 5.7's. Codes are never reused for another meaning.
 * Warnings come from the same catalogue. Our own mistakes are not here: see `invariant.ts`.
 */
import { encodeText, type ByteString } from "./types/value.ts";

type CatalogueEntry = readonly [code: number, state: string, sentence: string];

export const catalogue = {
	// Databases, tables, columns and keys that exist or do not
	cantCreateDatabaseExists: [1007, "HY000", "Can't create database '%s'; database exists"],
	cantDropDatabaseMissing: [1008, "HY000", "Can't drop database '%s'; database doesn't exist"],
	unknownDatabase: [1049, "42000", "Unknown database '%s'"],
	noDatabaseSelected: [1046, "3D000", "No database selected"],
	tableExists: [1050, "42S01", "Table '%s' already exists"],
	unknownTable: [1051, "42S02", "Unknown table '%s'"],
	noSuchTable: [1146, "42S02", "Table '%s.%s' doesn't exist"],
	noSuchTableId: [1146, "42S02", "Table which ID = %s does not exist."],
	unknownTableInMultiDelete: [1109, "42S02", "Unknown table '%s' in %s"],
	unknownColumn: [1054, "42S22", "Unknown column '%s' in '%s'"],
	ambiguousColumn: [1052, "23000", "Column '%s' in %s is ambiguous"],
	duplicateColumn: [1060, "42S21", "Duplicate column name '%s'"],
	duplicateKeyName: [1061, "42000", "Duplicate key name '%s'"],
	duplicateEntry: [1062, "23000", "Duplicate entry '%s' for key '%s'"],
	notUniqueTable: [1066, "42000", "Not unique table/alias: '%s'"],
	multiplePrimaryKeys: [1068, "42000", "Multiple primary key defined"],
	tooManyKeys: [1069, "42000", "Too many keys specified; max %s keys allowed"],
	tooManyKeyParts: [1070, "42000", "Too many key parts specified; max %s parts allowed"],
	keyTooLong: [1071, "42000", "Specified key was too long; max key length is %s bytes"],
	keyColumnMissing: [1072, "42000", "Key column '%s' doesn't exist in table"],
	blobUsedAsKey: [1073, "42000", "BLOB column '%s' can't be used in key specification with the used table type"],
	columnTooLong: [1074, "42000", "Column length too big for column '%s' (max = %s); use BLOB or TEXT instead"],
	wrongAutoKey: [1075, "42000", "Incorrect table definition; there can be only one auto column and it must be defined as a key"],
	wrongSubKey: [1089, "HY000", "Incorrect prefix key; the used key part isn't a string, the used length is longer than the key part, or the storage engine doesn't support unique prefix keys"],
	cantRemoveAllFields: [1090, "42000", "You can't delete all columns with ALTER TABLE; use DROP TABLE instead"],
	cantDropFieldOrKey: [1091, "42000", "Can't DROP '%s'; check that column/key exists"],
	tableMustHaveColumns: [1113, "42000", "A table must have at least 1 column"],
	stackOverrun: [1436, "HY000", "Thread stack overrun: the statement is nested too deeply"],
	keyDoesNotExist: [1176, "42000", "Key '%s' doesn't exist in table '%s'"],
	invalidUseOfNull: [1138, "22004", "Invalid use of NULL value"],
	blobKeyWithoutLength: [1170, "42000", "BLOB/TEXT column '%s' used in key specification without a key length"],
	jsonUsedAsKey: [3152, "42000", "JSON column '%s' supports indexing only via generated columns on a specified JSON path."],
	primaryCantHaveNull: [1171, "42000", "All parts of a PRIMARY KEY must be NOT NULL; if you need NULL in a key, use UNIQUE instead"],
	requiresPrimaryKey: [1173, "42000", "This table type requires a primary key"],
	wrongNameForIndex: [1280, "42000", "Incorrect index name '%s'"],
	wrongDatabaseName: [1102, "42000", "Incorrect database name '%s'"],
	wrongTableName: [1103, "42000", "Incorrect table name '%s'"],
	wrongColumnName: [1166, "42000", "Incorrect column name '%s'"],
	identifierTooLong: [1059, "42000", "Identifier name '%s' is too long"],
	tooLongTableComment: [1628, "HY000", "Comment for table '%s' is too long (max = %s)"],
	tooLongFieldComment: [1629, "HY000", "Comment for field '%s' is too long (max = %s)"],
	tooLongIndexComment: [1688, "HY000", "Comment for index '%s' is too long (max = %s)"],
	tooManyColumns: [1117, "HY000", "Too many columns"],
	rowTooLarge: [1118, "42000", "Row size too large. The maximum row size for the used table type, not counting BLOBs, is %s. This includes storage overhead, check the manual. You have to change some columns to TEXT or BLOBs"],
	invalidDefault: [1067, "42000", "Invalid default value for '%s'"],
	blobCantHaveDefault: [1101, "42000", "BLOB, TEXT, GEOMETRY or JSON column '%s' can't have a default value"],
	invalidOnUpdate: [1294, "HY000", "Invalid ON UPDATE clause for '%s' column"],
	duplicatedValueInType: [1291, "HY000", "Column '%s' has duplicated value '%s' in %s"],
	tooManyEnumElements: [3505, "HY000", "Too many enumeration values for column %s."],
	tooManySetElements: [1097, "HY000", "Too many strings for column %s and SET"],
	invalidYearLength: [1818, "HY000", "Supports only YEAR or YEAR(4) column."],
	wrongFieldSpecifier: [1063, "42000", "Incorrect column specifier for column '%s'"],
	displayWidthTooBig: [1439, "42000", "Display width out of range for column '%s' (max = %s)"],
	precisionTooBig: [1426, "42000", "Too-big precision %s specified for '%s'. Maximum is %s."],
	scaleTooBig: [1425, "42000", "Too big scale %s specified for column '%s'. Maximum is %s."],
	precisionLessThanScale: [1427, "42000", "For float(M,D), double(M,D) or decimal(M,D), M must be >= D (column '%s')."],
	illegalValueForType: [1367, "22007", "Illegal %s '%s' value found during parsing"],
	wrongObject: [1347, "HY000", "'%s.%s' is not %s"],
	noSuchIndexColumn: [1072, "42000", "Key column '%s' doesn't exist in table"],
	generatedNotAllowed: [3105, "HY000", "The value specified for generated column '%s' in table '%s' is not allowed."],
	generatedFunctionNotAllowed: [3102, "HY000", "Expression of generated column '%s' contains a disallowed function."],
	generatedUnsupported: [3106, "HY000", "'%s' is not supported for generated columns."],
	generatedNotPrior: [3107, "HY000", "Generated column can refer only to generated columns defined prior to it."],
	dependentByGenerated: [3108, "HY000", "Column '%s' has a generated column dependency."],
	generatedRefersAutoIncrement: [3109, "HY000", "Generated column '%s' cannot refer to auto-increment column."],
	checkRefersOther: [3813, "HY000", "Column check constraint '%s' references other column."],
	checkFunctionNotAllowed: [3815, "HY000", "An expression of a check constraint '%s' contains disallowed function."],
	checkRefersAutoIncrement: [3818, "HY000", "Check constraint '%s' cannot refer to an auto-increment column."],
	checkViolated: [3819, "HY000", "Check constraint '%s' is violated."],
	checkRefersMissing: [3820, "HY000", "Check constraint '%s' refers to non-existing column '%s'."],
	checkMissing: [3821, "HY000", "Check constraint '%s' is not found in the table."],
	duplicateCheck: [3822, "HY000", "Duplicate check constraint name '%s'."],
	dependentByCheck: [3959, "HY000", "Check constraint '%s' uses column '%s', hence column cannot be dropped or renamed."],
	parentRow: [1217, "23000", "Cannot delete or update a parent row: a foreign key constraint fails"],
	truncateReferenced: [1701, "42000", "Cannot truncate a table referenced in a foreign key constraint (%s)"],
	cantDropReferencedColumn: [1829, "HY000", "Cannot drop column '%s': needed in a foreign key constraint '%s' of table '%s'"],
	viewInvalid: [1356, "HY000", "View '%s.%s' references invalid table(s) or column(s) or function(s) or definer/invoker of view lack rights to use them"],
	viewRecursive: [1462, "HY000", "`%s`.`%s` contains view recursion"],
	viewWrongList: [1353, "HY000", "View's SELECT and view's field list have different column counts"],
	viewSelectClause: [1350, "HY000", "View's SELECT contains a '%s' clause"],
	viewSelectVariable: [1351, "HY000", "View's SELECT contains a variable or parameter"],
	viewSelectTemporary: [1352, "HY000", "View's SELECT refers to a temporary table '%s'"],
	viewCheckFailed: [1369, "HY000", "CHECK OPTION failed '%s.%s'"],
	viewNotUpdatable: [1368, "HY000", "CHECK OPTION on non-updatable view '%s.%s'"],
	viewMerge: [1354, "HY000", "View merge algorithm can't be used here for now (assumed undefined algorithm)"],
	viewUpdateSeveral: [1393, "HY000", "Can not modify more than one base table through a join view '%s.%s'"],
	viewInsertWithoutList: [1394, "HY000", "Can not insert into join view '%s.%s' without fields list"],
	viewDeleteJoin: [1395, "HY000", "Can not delete from join view '%s.%s'"],
	columnNotUpdatable: [1348, "HY000", "Column '%s' is not updatable"],
	changingSchema: [1450, "HY000", "Changing schema from '%s' to '%s' is not allowed."],
	nonInsertableTable: [1471, "HY000", "The target table %s of the %s is not insertable-into"],
	foreignKeyCannotAdd: [1215, "HY000", "Cannot add foreign key constraint"],
	indexNeededInForeignKey: [1553, "HY000", "Cannot drop index '%s': needed in a foreign key constraint"],
	cantDropForeignKeyColumn: [1828, "HY000", "Cannot drop column '%s': needed in a foreign key constraint '%s'"],
	duplicateForeignKey: [1826, "HY000", "Duplicate foreign key constraint name '%s'"],
	wrongForeignKey: [1239, "42000", "Incorrect foreign key definition for '%s': %s"],
	rowIsReferenced: [1451, "23000", "Cannot delete or update a parent row: a foreign key constraint fails (%s)"],
	noReferencedRow: [1452, "23000", "Cannot add or update a child row: a foreign key constraint fails (%s)"],

	// Syntax and the meaning of statements
	syntax: [1064, "42000", "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '%s' at line %s"],
	emptyQuery: [1065, "42000", "Query was empty"],
	notSupportedYet: [1235, "42000", "This version of verso doesn't yet support '%s'"],
	parserLacks: [1235, "42000", "The parser node-sql-parser doesn't carry over %s; start without --parser"],
	wrongFieldWithGroup: [1055, "42000", "Expression #%s of %s is not in GROUP BY clause and contains nonaggregated column '%s' which is not functionally dependent on columns in GROUP BY clause; this is incompatible with sql_mode=only_full_group_by"],
	mixOfGroupAndFields: [1140, "42000", "In aggregated query without GROUP BY, expression #%s of %s contains nonaggregated column '%s'; this is incompatible with sql_mode=only_full_group_by"],
	incorrectArgumentType: [3064, "HY000", "Incorrect type for argument %s in function %s."],
	distinctOrderBy: [3065, "HY000", "Expression #%s of ORDER BY clause is not in SELECT list, references column '%s' which is not in SELECT list; this is incompatible with DISTINCT"],
	invalidGroupFunctionUse: [1111, "HY000", "Invalid use of group function"],
	wrongGroupField: [1056, "42000", "Can't group on '%s'"],
	fieldSpecifiedTwice: [1110, "42000", "Column '%s' specified twice"],
	wrongValueCount: [1136, "21S01", "Column count doesn't match value count at row %s"],
	wrongValueCountOnSelect: [1222, "21000", "The used SELECT statements have a different number of columns"],
	operandColumns: [1241, "21000", "Operand should contain %s column(s)"],
	subqueryMoreThanOneRow: [1242, "21000", "Subquery returns more than 1 row"],
	unknownExplainFormat: [1791, "HY000", "Unknown EXPLAIN format name: '%s'"],
	explainNotSupported: [3012, "HY000", "EXPLAIN FOR CONNECTION command is supported only for SELECT/UPDATE/INSERT/DELETE/REPLACE"],
	deprecatedWord: [1681, "HY000", "'%s' is deprecated and will be removed in a future release."],
	tooManyRows: [1172, "42000", "Result consisted of more than one row"],
	noData: [1329, "02000", "No data - zero rows fetched, selected, or processed"],
	derivedMustHaveAlias: [1248, "42000", "Every derived table must have its own alias"],
	safeUpdateWithoutKey: [1175, "HY000", "You are using safe update mode and you tried to update a table without a WHERE that uses a KEY column"],
	updateTableUsed: [1093, "HY000", "You can't specify target table '%s' for update in FROM clause"],
	viewPreventsChange: [1443, "HY000", "The definition of table '%s' prevents operation %s on table '%s'."],
	nonUpdatableTable: [1288, "HY000", "The target table %s of the %s is not updatable"],
	noTablesUsed: [1096, "HY000", "No tables used"],
	noSuchFunction: [1305, "42000", "FUNCTION %s does not exist"],
	programMissing: [1305, "42000", "%s %s does not exist"],
	triggerMissing: [1360, "HY000", "Trigger does not exist"],
	eventMissing: [1539, "HY000", "Unknown event '%s'"],
	wrongParameterCount: [1582, "42000", "Incorrect parameter count in the call to native function '%s'"],
	wrongParametersToFunction: [1583, "42000", "Incorrect parameters in the call to native function '%s'"],
	wrongArguments: [1210, "HY000", "Incorrect arguments to %s"],
	wrongUsage: [1221, "HY000", "Incorrect usage of %s and %s"],
	wrongTypeForVariable: [1232, "42000", "Incorrect argument type to variable '%s'"],
	wrongValueForVariable: [1231, "42000", "Variable '%s' can't be set to the value of '%s'"],
	unknownSystemVariable: [1193, "HY000", "Unknown system variable '%s'"],
	localVariable: [1228, "HY000", "Variable '%s' is a SESSION variable and can't be used with SET GLOBAL"],
	globalVariable: [1229, "HY000", "Variable '%s' is a GLOBAL variable and should be set with SET GLOBAL"],
	incorrectVariableScope: [1238, "HY000", "Variable '%s' is a %s variable"],
	unknownCharset: [1115, "42000", "Unknown character set: '%s'"],
	unknownCollation: [1273, "HY000", "Unknown collation: '%s'"],
	collationCharsetMismatch: [1253, "42000", "COLLATION '%s' is not valid for CHARACTER SET '%s'"],
	illegalMixOfTwoCollations: [1267, "HY000", "Illegal mix of collations (%s,%s) and (%s,%s) for operation '%s'"],
	illegalMixOfThreeCollations: [1270, "HY000", "Illegal mix of collations (%s,%s), (%s,%s), (%s,%s) for operation '%s'"],
	illegalMixOfCollations: [1271, "HY000", "Illegal mix of collations for operation '%s'"],
	unknownStatementHandler: [1243, "HY000", "Unknown prepared statement handler (%s) given to %s"],
	noOpenCursor: [1421, "HY000", "The statement (%s) has no open cursor."],
	unsupportedPrepared: [1295, "HY000", "This command is not supported in the prepared statement protocol yet"],
	unknownLocale: [1649, "HY000", "Unknown locale: '%s'"],
	unknownTimeZone: [1298, "HY000", "Unknown or incorrect time zone: '%s'"],
	unknownStorageEngine: [1286, "42000", "Unknown storage engine '%s'"],
	unknownThread: [1094, "HY000", "Unknown thread id: %s"],
	windowInvalidUse: [3593, "HY000", "You cannot use the window function '%s' in this context.'"],
	savepointMissing: [1305, "42000", "SAVEPOINT %s does not exist"],

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
	invalidJsonInArgument: [3141, "22032", "Invalid JSON text in argument %s to function %s: \"%s\" at position %s."],
	invalidJsonPath: [3143, "42000", "Invalid JSON path expression. The error is around character position %s."],
	invalidTypeForJson: [3146, "22032", "Invalid data type for JSON data in argument %s to function %s; a JSON string or JSON type is required."],
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

	// Accounts, connections, transactions
	pluginIsNotLoaded: [1524, "HY000", "Plugin '%s' is not loaded"],
	passwordFormat: [1827, "HY000", "The password hash doesn't have the expected format. Check if the correct password algorithm is being used with the PASSWORD() function."],
	secureTransportRequired: [3159, "HY000", "Connections using insecure transport are prohibited while --require_secure_transport=ON."],
	accessDenied: [1045, "28000", "Access denied for user '%s'@'%s' (using password: %s)"],
	databaseAccessDenied: [1044, "42000", "Access denied for user '%s'@'%s' to database '%s'"],
	tableAccessDenied: [1142, "42000", "%s command denied to user '%s'@'%s' for table '%s'"],
	specificAccessDenied: [1227, "42000", "Access denied; you need (at least one of) the %s privilege(s) for this operation"],
	unknownCommand: [1047, "08S01", "Unknown command"],
	handshakeError: [1043, "08S01", "Bad handshake"],
	malformedPacket: [1835, "HY000", "Malformed communication packet."],
	packetsOutOfOrder: [1156, "08S01", "Got packets out of order"],
	packetTooLarge: [1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes"],
	tooManyConnections: [1040, "08004", "Too many connections"],
	serverShutdown: [1053, "08S01", "Server shutdown in progress"],
	queryInterrupted: [1317, "70100", "Query execution was interrupted"],
	maximumStatementTime: [3024, "HY000", "Query execution was interrupted, maximum statement execution time exceeded"],
	deadlock: [1213, "40001", "Deadlock found when trying to get lock; try restarting transaction"],
	wrongLockName: [3057, "42000", "Incorrect user-level lock name '%s'."],
	userLockDeadlock: [3058, "HY000", "Deadlock found when trying to get user-level lock; try rolling back transaction/releasing locks and restarting lock acquisition."],
	tableNotLockedForWrite: [1099, "HY000", "Table '%s' was locked with a READ lock and can't be updated"],
	tableNotLocked: [1100, "HY000", "Table '%s' was not locked with LOCK TABLES"],
	lockOrActiveTransaction: [1192, "HY000", "Can't execute the given command because you have active locked tables or an active transaction"],
	cantUpdateWithReadLock: [1223, "HY000", "Can't execute the query because you have a conflicting read lock"],
	lockWaitTimeout: [1205, "HY000", "Lock wait timeout exceeded; try restarting transaction"],
	readOnlyTransaction: [1792, "25006", "Cannot execute statement in a READ ONLY transaction."],
	transactionCharacteristics: [1568, "25001", "Transaction characteristics can't be changed while a transaction is in progress"],
	tableDefinitionChanged: [1412, "HY000", "Table definition has changed, please retry transaction"],
	tooFewFields: [1261, "01000", "Row %s doesn't contain data for all columns"],
	tooManyFields: [1262, "01000", "Row %s was truncated; it contained more data than there were input columns"],
	nullToNotNull: [1263, "22004", "Column set to default value; NULL supplied to NOT NULL column '%s' at row %s"],
	wrongFieldTerminators: [1083, "42000", "Field separator argument is not what is expected; check the manual"],
	optionPreventsStatement: [1290, "HY000", "The MySQL server is running with the %s option so it cannot execute this statement"],
	fileExists: [1086, "HY000", "File '%s' already exists"],
	cantCreateFile: [1, "HY000", "Can't create/write to file '%s' (Errcode: %s - %s)"],
	snapshotTooOld: [9006, "40001", "The state that the transaction reads is too old: the data has grown too much since it began. Begin it again"],
	transactionTooLarge: [1197, "HY000", "Multi-statement transaction required more than '%s' bytes of storage; increase this mysqld variable and try again"],
	storeFailed: [1030, "HY000", "Got error from storage engine: %s"],
	errorOnRead: [1024, "HY000", "Error reading file '%s' (Errcode: %s - %s)"],
	errorOnWrite: [1026, "HY000", "Error writing file '%s' (Errcode: %s - %s)"],
	cantReadFile: [13, "HY000", "Can't get stat of '%s' (Errcode: %s - %s)"],
	localInfileDisabled: [1148, "42000", "The used command is not allowed with this MySQL version"],
	cannotUser: [1396, "HY000", "Operation %s failed for %s"],
	passwordNoMatch: [1133, "42000", "Can't find any matching row in the user table"],
	noSuchGrant: [1141, "42000", "There is no such grant defined for user '%s' on host '%s'"],
	noSuchTableGrant: [1147, "42000", "There is no such grant defined for user '%s' on host '%s' on table '%s'"],
	noSuchRoutineGrant: [1403, "42000", "There is no such grant defined for user '%s' on host '%s' on routine '%s'"],
	illegalGrantForTable: [1144, "42000", "Illegal GRANT/REVOKE command; please consult the manual to see which privileges can be used"],
	cantCreateUserWithGrant: [1410, "42000", "You are not allowed to create a user with GRANT"],
	cantRevokeAll: [1269, "HY000", "Can't revoke all privileges for one or more of the requested users"],
	passwordAnonymousUser: [1131, "42000", "You are using MySQL as an anonymous user and anonymous users are not allowed to change passwords"],
	noSuchUser: [1449, "HY000", "The user specified as a definer ('%s'@'%s') does not exist"],
	userExists: [3163, "HY000", "User %s already exists."],
	userMissing: [3162, "HY000", "User %s does not exist."],
	stringTooLong: [1470, "HY000", "String '%s' is too long for %s (should be no longer than %s)"],
	columnAccessDenied: [1143, "42000", "%s command denied to user '%s'@'%s' for column '%s' in table '%s'"],
	accessDeniedNoPassword: [1698, "28000", "Access denied for user '%s'@'%s'"],
	accountLocked: [3118, "HY000", "Access denied for user '%s'@'%s'. Account is locked."],
	mustChangePassword: [1820, "HY000", "You must reset your password using ALTER USER statement before executing this statement."],
	mustChangePasswordLogin: [1862, "HY000", "Your password has expired. To log in you must change it using a client that supports expired passwords."],
	userLimitReached: [1226, "42000", "User '%s' has exceeded the '%s' resource (current value: %s)"],
	tooManyUserConnections: [1203, "42000", "User %s already has more than 'max_user_connections' active connections"],
	notOwner: [1095, "HY000", "You are not owner of thread %s"],
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorName = keyof typeof catalogue;

/** Who refused: filled in where a rule did, so that one can ask after any error who decided it. */
export interface Decision {
	/** The hook's name as `--mix` spells it: `insert-check`. */
	readonly hook: string;
	/** The hook's question: `text`. */
	readonly question: string;
	/** The rule's name: `RefuseWideCharacters`. */
	readonly rule: string;
	/** Release, quirk, mix or plugin that the rule came from, and its name. */
	readonly origin: string;
	/** When the release came out, or the release a quirk was first seen in; null where nobody can say. */
	readonly since: string | null;
}

/** A user's mistake, as the client will see it. `message` is UTF-8 bytes as a byte string. */
export class SqlError extends Error {
	override readonly name = "SqlError";
	readonly code: number;
	readonly state: string;
	/** The message's bytes: unlike `message` it may hold text that is not valid UTF-8. */
	readonly bytes: ByteString;
	readonly decision: Decision | undefined;

	constructor(code: number, state: string, bytes: ByteString, decision?: Decision) {
		super(Buffer.from(bytes, "latin1").toString("utf8"));
		this.code = code;
		this.state = state;
		this.bytes = bytes;
		this.decision = decision;
	}
}

/**
 * The error `name` with its sentence filled in. Arguments are byte strings: pass names through
 * `encodeText` if they may hold more than ASCII.
 */
export function sqlError(name: ErrorName, ...args: (ByteString | number | bigint)[]): SqlError {
	const [code, state, sentence] = catalogue[name];
	return new SqlError(code, state, fillSentence(sentence, args));
}

/** Replaces each `%s` of a sentence by the next argument. */
export function fillSentence(sentence: string, args: readonly (ByteString | number | bigint)[]): ByteString {
	let next = 0;
	return encodeText(sentence).replace(/%s/g, () => String(args[next++] ?? ""));
}
