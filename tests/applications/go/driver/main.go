// go-sql-driver: database/sql with statements prepared by client and server, contexts, null types, transactions,
// multiple results, LOAD DATA from a reader.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"strings"
	"time"

	"applications/telling"
	"github.com/go-sql-driver/mysql"
)

func open(options string) *sql.DB {
	db, err := sql.Open("mysql", telling.Source(options))
	telling.Check(err)
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
	telling.Check(db.PingContext(everything))
	_, err := db.Exec("drop table if exists gophers")
	telling.Check(err)
	_, err = db.Exec("create table gophers (id bigint unsigned not null auto_increment primary key, name varchar(100) not null unique, n decimal(20,4), f double, big bigint unsigned, flag boolean, raw blob, born date, seen datetime(6), span time, extra json, note text)")
	telling.Check(err)
	seen := time.Date(2020, 2, 29, 23, 59, 59, 123456000, time.UTC)
	result, err := db.Exec("insert into gophers (name, n, f, big, flag, raw, born, seen, span, extra, note) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", "Ada 🌀", "12345678.9012", 0.1, uint64(1<<64-1), true, []byte{0, 255, 39}, seen, seen, "-30:00:01", `{"a": [1, "ü"]}`, nil)
	telling.Check(err)
	id, _ := result.LastInsertId()
	affected, _ := result.RowsAffected()
	telling.Say("inserted", []int64{id, affected})
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
	telling.Check(db.QueryRow("select name, n, f, big, flag, raw, born, seen, span, extra, note from gophers where id = ?", id).Scan(&row.Name, &row.N, &row.F, &row.Big, &row.Flag, &row.Raw, &row.Born, &row.Seen, &row.Span, &row.Extra, &row.Note))
	telling.Say("row", row)
	types, err := db.Query("select * from gophers limit 0")
	telling.Check(err)
	columns, err := types.ColumnTypes()
	telling.Check(err)
	for _, column := range columns {
		nullable, _ := column.Nullable()
		precision, scale, _ := column.DecimalSize()
		telling.Say("column", []any{column.Name(), column.DatabaseTypeName(), nullable, precision, scale})
	}
	telling.Check(types.Close())
	statement, err := db.Prepare("insert into gophers (name, f) values (?, ?)")
	telling.Check(err)
	for at := 0; at < 100; at++ {
		_, err = statement.Exec(fmt.Sprintf("gopher %d", at), float64(at)/4)
		telling.Check(err)
	}
	telling.Check(statement.Close())
	_, err = db.Exec("insert into gophers (name) values (?)", "gopher 1")
	telling.Say("duplicate", telling.Number(err))
	transaction, err := db.BeginTx(everything, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	telling.Check(err)
	_, err = transaction.Exec("delete from gophers")
	telling.Check(err)
	telling.Check(transaction.Rollback())
	reading, err := db.BeginTx(everything, &sql.TxOptions{ReadOnly: true})
	telling.Check(err)
	_, err = reading.Exec("delete from gophers")
	telling.Say("read only", telling.Number(err))
	telling.Check(reading.Commit())
	rows, err := db.Query("select name, f from gophers where f between ? and ? order by f desc", 1.5, 2.25)
	telling.Check(err)
	for rows.Next() {
		var name string
		var f sql.NullFloat64
		telling.Check(rows.Scan(&name, &f))
		telling.Say("found", []any{name, f.Float64})
	}
	telling.Check(rows.Err())
	if many {
		results, err := db.Query("select 1; select 'two' as t, 2; update gophers set flag = true where id = 1; select count(*) from gophers")
		telling.Check(err)
		for more := true; more; more = results.NextResultSet() {
			names, _ := results.Columns()
			count := 0
			for results.Next() {
				count++
			}
			telling.Say("result", []any{names, count})
		}
		telling.Check(results.Close())
	}
	short, cancel := context.WithTimeout(everything, 300*time.Millisecond)
	_, err = db.ExecContext(short, "select sleep(5)")
	cancel()
	telling.Say("cancelled", err != nil)
	mysql.RegisterReaderHandler("rows", func() io.Reader { return strings.NewReader("loaded 1\t5\nloaded 2\t\\N\n") })
	_, err = db.Exec("set global local_infile = 1")
	telling.Check(err)
	loaded, err := db.Exec("load data local infile 'Reader::rows' into table gophers (name, f)")
	telling.Check(err)
	affected, _ = loaded.RowsAffected()
	telling.Say("loaded", affected)
	var left int
	telling.Check(db.QueryRow("select count(*) from gophers").Scan(&left))
	telling.Say("left", left)
	_, err = db.Exec("drop table gophers")
	telling.Check(err)
}
