"""PyMySQL: every type, cursors of all kinds, executemany, multiple results, transactions, warnings."""

import datetime
import decimal

import pymysql
from pymysql.constants import CLIENT
from pymysql.cursors import DictCursor, SSCursor
from transcript import DATABASE, HOST, PASSWORD, PORT, USER, say

connection = pymysql.connect(host=HOST, port=PORT, user=USER, password=PASSWORD, database=DATABASE, charset="utf8mb4", client_flag=CLIENT.MULTI_STATEMENTS)
cursor = connection.cursor()
cursor.execute("drop table if exists things")
cursor.execute("create table things (id int unsigned not null auto_increment primary key, n decimal(30, 10), f double, b bigint, s varchar(100), t text, raw longblob, d date, m datetime(6), ts timestamp null, tm time(2), y year, e enum('a', 'ü'), st set('x', 'y'), j json, bits bit(12))")
row = (decimal.Decimal("12345678901234567890.0123456789"), 0.1, -(2**63), "🌀 'quoted' \\", "x" * 60000, bytes(range(256)), datetime.date(2020, 2, 29), datetime.datetime(2020, 2, 29, 23, 59, 59, 123456), datetime.datetime(2020, 1, 1), datetime.timedelta(hours=-30, microseconds=250000), 1999, "ü", "x,y", '{"a": [1, "ü"]}', 5)
cursor.execute("insert into things values (null" + ", %s" * 15 + ")", row)
say("id", [cursor.lastrowid, cursor.rowcount])
cursor.execute("select * from things")
back = cursor.fetchone()
say("equal", [back[1] == row[0], back[2] == row[1], back[3:7] == row[2:6], back[7:10] == row[6:9], back[10:]])
say("types", [(name, code) for name, code, *_ in cursor.description])
say("many", cursor.executemany("insert into things (s, b) values (%s, %s)", [(f"row {at}", at) for at in range(500)]))
say("updated", cursor.executemany("update things set f = %s where b = %s", [(at / 2, at) for at in range(20)]))
with connection.cursor(DictCursor) as named:
    named.execute("select s, b, f from things where b in %s order by b", ([3, 5, 7],))
    say("dictionaries", named.fetchall())
with connection.cursor(SSCursor) as streaming:
    streaming.execute("select id from things")
    say("streamed", sum(1 for _ in streaming))
cursor.execute("select 1; select 2, 'x'; update things set y = 2000 where id = 1")
results = [cursor.fetchall()]
while cursor.nextset():
    results.append(cursor.fetchall() if cursor.description else cursor.rowcount)
say("several", results)
connection.rollback()
cursor.execute("select count(*) from things")
say("rolled back", cursor.fetchone())
connection.autocommit(True)
for statement in ("select * from nothing", "insert into things (id) values (1), (1)", "select 1 +", "insert into things (e) values ('zz')"):
    try:
        cursor.execute(statement)
    except pymysql.MySQLError as error:
        say("error", [type(error).__name__, error.args[0]])
cursor.execute("drop table if exists no_such_table")
cursor.execute("show warnings")
say("warnings", cursor.fetchall())
say("escaped", cursor.mogrify("select %s, %s, %s", ("it's", None, b"\x00'")))
connection.ping()
cursor.execute("drop table things")
connection.close()
