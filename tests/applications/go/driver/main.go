// Go's driver: database/sql with prepared statements on both sides, contexts, null types, transactions, several results, LOAD DATA from a reader.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

func environment(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func say(what string, value any) {
	text, err := json.Marshal(value)
	check(err)
	fmt.Printf("%s: %s\n", what, text)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func number(err error) uint16 {
	var failure *mysql.MySQLError
	if errors.As(err, &failure) {
		return failure.Number
	}
	return 0
}

func open(options string) *sql.DB {
	db, err := sql.Open("mysql", fmt.Sprintf("%s:%s@tcp(%s:%s)/%s?charset=utf8mb4&%s", environment("VERSO_USER", "root"), environment("VERSO_PASSWORD", ""), environment("VERSO_HOST", "127.0.0.1"), environment("VERSO_PORT", "3306"), environment("VERSO_DATABASE", "test"), options))
	check(err)
	return db
}

func main() {
	for _, options := range []string{"parseTime=true", "parseTime=true&interpolateParams=true&multiStatements=true"} {
		play(open(options), strings.Contains(options, "multi"))
	}
}

func play(db *sql.DB, many bool) {
	defer db.Close()
	everything := context.Background()
	check(db.PingContext(everything))
	_, err := db.Exec("drop table if exists gophers")
	check(err)
	_, err = db.Exec("create table gophers (id bigint unsigned not null auto_increment primary key, name varchar(100) not null unique, n decimal(20,4), f double, big bigint unsigned, flag boolean, raw blob, born date, seen datetime(6), span time, extra json, note text)")
	check(err)
	seen := time.Date(2020, 2, 29, 23, 59, 59, 123456000, time.UTC)
	result, err := db.Exec("insert into gophers (name, n, f, big, flag, raw, born, seen, span, extra, note) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", "Ada 🌀", "12345678.9012", 0.1, uint64(1<<64-1), true, []byte{0, 255, 39}, seen, seen, "-30:00:01", `{"a": [1, "ü"]}`, nil)
	check(err)
	id, _ := result.LastInsertId()
	affected, _ := result.RowsAffected()
	say("inserted", []int64{id, affected})
	var row struct {
		Name  string
		N     string
		F     float64
		Big   uint64
		Flag  bool
		Raw   []byte
		Born  time.Time
		Seen  time.Time
		Span  string
		Extra string
		Note  sql.NullString
	}
	check(db.QueryRow("select name, n, f, big, flag, raw, born, seen, span, extra, note from gophers where id = ?", id).Scan(&row.Name, &row.N, &row.F, &row.Big, &row.Flag, &row.Raw, &row.Born, &row.Seen, &row.Span, &row.Extra, &row.Note))
	say("row", row)
	types, err := db.Query("select * from gophers limit 0")
	check(err)
	columns, err := types.ColumnTypes()
	check(err)
	for _, column := range columns {
		nullable, _ := column.Nullable()
		precision, scale, _ := column.DecimalSize()
		say("column", []any{column.Name(), column.DatabaseTypeName(), nullable, precision, scale})
	}
	check(types.Close())
	statement, err := db.Prepare("insert into gophers (name, f) values (?, ?)")
	check(err)
	for at := 0; at < 100; at++ {
		_, err = statement.Exec(fmt.Sprintf("gopher %d", at), float64(at)/4)
		check(err)
	}
	check(statement.Close())
	_, err = db.Exec("insert into gophers (name) values (?)", "gopher 1")
	say("duplicate", number(err))
	transaction, err := db.BeginTx(everything, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	check(err)
	_, err = transaction.Exec("delete from gophers")
	check(err)
	check(transaction.Rollback())
	reading, err := db.BeginTx(everything, &sql.TxOptions{ReadOnly: true})
	check(err)
	_, err = reading.Exec("delete from gophers")
	say("read only", number(err))
	check(reading.Commit())
	rows, err := db.Query("select name, f from gophers where f between ? and ? order by f desc", 1.5, 2.25)
	check(err)
	for rows.Next() {
		var name string
		var f sql.NullFloat64
		check(rows.Scan(&name, &f))
		say("found", []any{name, f.Float64})
	}
	check(rows.Err())
	if many {
		results, err := db.Query("select 1; select 'two' as t, 2; update gophers set flag = true where id = 1; select count(*) from gophers")
		check(err)
		for more := true; more; more = results.NextResultSet() {
			names, _ := results.Columns()
			count := 0
			for results.Next() {
				count++
			}
			say("result", []any{names, count})
		}
		check(results.Close())
	}
	short, cancel := context.WithTimeout(everything, 300*time.Millisecond)
	_, err = db.ExecContext(short, "select sleep(5)")
	cancel()
	say("cancelled", err != nil)
	mysql.RegisterReaderHandler("rows", func() io.Reader { return strings.NewReader("loaded 1\t5\nloaded 2\t\\N\n") })
	_, err = db.Exec("set global local_infile = 1")
	check(err)
	loaded, err := db.Exec("load data local infile 'Reader::rows' into table gophers (name, f)")
	check(err)
	affected, _ = loaded.RowsAffected()
	say("loaded", affected)
	var left int
	check(db.QueryRow("select count(*) from gophers").Scan(&left))
	say("left", left)
	_, err = db.Exec("drop table gophers")
	check(err)
}
