package shop;

import static shop.Place.say;

import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Connector/J: text protocol, server-side prepared statements, cursors with a fetch size, batches, metadata. */
public final class Driver {
	public static void main(String[] arguments) throws SQLException {
		for (String options : List.of("useSSL=false", "useSSL=false&useServerPrepStmts=true&cachePrepStmts=true", "useSSL=false&useServerPrepStmts=true&useCursorFetch=true&defaultFetchSize=7", "useSSL=false&rewriteBatchedStatements=true&allowMultiQueries=true")) {
			say("options", options);
			try (Connection connection = DriverManager.getConnection(Place.url(options), Place.USER, Place.PASSWORD)) {
				play(connection);
			}
		}
	}

	/** Names and kinds of parameters are read from mysql.proc and SHOW CREATE; OUT parameters are user variables. */
	private static void call(Connection connection) throws SQLException {
		Statement statement = connection.createStatement();
		statement.execute("drop procedure if exists grind");
		statement.execute("drop function if exists twice");
		statement.execute("create procedure grind (in a int, out b decimal(5,2), inout c varchar(20)) begin select a; set b = a / 4, c = upper(c); end");
		statement.execute("create function twice (a int) returns int deterministic return 2 * a");
		try (CallableStatement call = connection.prepareCall("{call grind(?, ?, ?)}")) {
			call.setInt(1, 5);
			call.registerOutParameter(2, Types.DECIMAL);
			call.setString("c", "straße");
			call.registerOutParameter("c", Types.VARCHAR);
			boolean isRows = call.execute();
			ResultSet rows = call.getResultSet();
			rows.next();
			say("call", List.of(isRows, rows.getInt(1), call.getBigDecimal(2), call.getString("c")));
		}
		try (CallableStatement call = connection.prepareCall("{? = call twice(?)}")) {
			call.registerOutParameter(1, Types.INTEGER);
			call.setInt(2, 21);
			call.execute();
			say("called function", call.getInt(1));
		}
		statement.execute("drop procedure grind");
		statement.execute("drop function twice");
	}

	private static void play(Connection connection) throws SQLException {
		call(connection);
		Statement statement = connection.createStatement();
		statement.execute("drop table if exists beans");
		statement.execute("create table beans (id bigint unsigned not null auto_increment primary key, name varchar(100) not null, n decimal(30,10), f float, d double, u bigint unsigned, flag bit(1), raw longblob, born date, seen datetime(6), span time(3), y year, e enum('a', 'ü'), extra json, unique key one_name (name)) comment 'all kinds'");
		try (PreparedStatement insert = connection.prepareStatement("insert into beans (name, n, f, d, u, flag, raw, born, seen, span, y, e, extra) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", Statement.RETURN_GENERATED_KEYS)) {
			insert.setString(1, "Ada \uD83C\uDF00 it's");
			insert.setBigDecimal(2, new BigDecimal("12345678901234567890.0123456789"));
			insert.setFloat(3, 0.5f);
			insert.setDouble(4, 0.1);
			insert.setString(5, "18446744073709551615");
			insert.setBoolean(6, true);
			insert.setBytes(7, new byte[] {0, -1, 39});
			insert.setObject(8, java.time.LocalDate.of(2020, 2, 29));
			insert.setTimestamp(9, Timestamp.from(java.time.Instant.parse("2020-02-29T23:59:59.123456Z")));
			insert.setObject(10, java.time.LocalTime.of(1, 2, 3, 456_000_000));
			insert.setInt(11, 1999);
			insert.setString(12, "ü");
			insert.setString(13, "{\"a\": [1, \"ü\"]}");
			insert.executeUpdate();
			ResultSet keys = insert.getGeneratedKeys();
			keys.next();
			say("key", keys.getLong(1));
		}
		ResultSet row = statement.executeQuery("select * from beans");
		row.next();
		ResultSetMetaData metadata = row.getMetaData();
		for (int at = 1; at <= metadata.getColumnCount(); at++) {
			Object value = row.getObject(at);
			say(metadata.getColumnLabel(at), List.of(metadata.getColumnTypeName(at), metadata.getPrecision(at), metadata.getScale(at), metadata.isNullable(at), metadata.isAutoIncrement(at), metadata.getColumnClassName(at), value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value)));
		}
		row.close();
		try (PreparedStatement batch = connection.prepareStatement("insert into beans (name, d) values (?, ?)")) {
			for (int at = 0; at < 50; at++) {
				batch.setString(1, "bean " + at);
				if (at % 2 == 0) {
					batch.setNull(2, Types.DOUBLE);
				} else {
					batch.setDouble(2, at / 8.0);
				}
				batch.addBatch();
			}
			say("batch", batch.executeBatch().length);
		}
		try (PreparedStatement select = connection.prepareStatement("select id, name, d from beans where id > ? order by id")) {
			select.setLong(1, 3);
			for (int time = 0; time < 2; time++) {
				int count = 0;
				double sum = 0;
				try (ResultSet rows = select.executeQuery()) {
					while (rows.next()) {
						count++;
						sum += rows.getDouble(3);
					}
				}
				say("rows", List.of(count, sum));
			}
		}
		Statement streaming = connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
		streaming.setFetchSize(Integer.MIN_VALUE);
		int streamed = 0;
		try (ResultSet rows = streaming.executeQuery("select name from beans")) {
			while (rows.next()) {
				streamed++;
			}
		}
		say("streamed", streamed);
		Statement updatable = connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
		try (ResultSet rows = updatable.executeQuery("select id, name from beans where name = 'bean 1'")) {
			rows.next();
			rows.updateString("name", "bean one");
			rows.updateRow();
		}
		try {
			statement.execute("insert into beans (name) values ('bean 2')");
		} catch (SQLException error) {
			say("duplicate", List.of(error.getErrorCode(), error.getSQLState(), error.getClass().getSimpleName()));
		}
		connection.setAutoCommit(false);
		connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		Savepoint savepoint = connection.setSavepoint("here");
		statement.execute("delete from beans");
		connection.rollback(savepoint);
		statement.execute("update beans set d = 1 where name = 'bean one'");
		connection.commit();
		connection.setAutoCommit(true);
		connection.setReadOnly(true);
		connection.setReadOnly(false);
		DatabaseMetaData database = connection.getMetaData();
		say("tables", column(database.getTables(Place.DATABASE, null, "bean%", new String[] {"TABLE"}), "TABLE_NAME", "REMARKS"));
		say("columns", column(database.getColumns(Place.DATABASE, null, "beans", "%"), "COLUMN_NAME", "TYPE_NAME", "COLUMN_SIZE", "DECIMAL_DIGITS", "NULLABLE", "IS_AUTOINCREMENT"));
		say("primary", column(database.getPrimaryKeys(Place.DATABASE, null, "beans"), "COLUMN_NAME", "PK_NAME"));
		say("indexes", column(database.getIndexInfo(Place.DATABASE, null, "beans", false, true), "INDEX_NAME", "NON_UNIQUE", "COLUMN_NAME"));
		statement.execute("drop table beans");
	}

	private static List<List<String>> column(ResultSet rows, String... names) throws SQLException {
		List<List<String>> values = new ArrayList<>();
		while (rows.next()) {
			List<String> value = new ArrayList<>();
			for (String name : names) {
				value.add(rows.getString(name));
			}
			values.add(value);
		}
		rows.close();
		return values;
	}
}
