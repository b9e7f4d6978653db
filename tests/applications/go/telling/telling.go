// Package telling is what the programs beside it have in common: where the server is, and how what it answered is printed.
package telling

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/go-sql-driver/mysql"
)

// Source is the data source's name of the server that the environment tells of.
func Source(options string) string {
	return fmt.Sprintf("%s:%s@tcp(%s:%s)/%s?charset=utf8mb4&%s", environment("VERSO_USER", "root"), environment("VERSO_PASSWORD", ""), environment("VERSO_HOST", "127.0.0.1"), environment("VERSO_PORT", "3306"), environment("VERSO_DATABASE", "test"), options)
}

// Say prints a line of the transcript.
func Say(what string, value any) {
	text, err := json.Marshal(value)
	Check(err)
	fmt.Printf("%s: %s\n", what, text)
}

// Check ends the program where something failed.
func Check(err error) {
	if err != nil {
		panic(err)
	}
}

// Number is MySQL's number of an error, 0 where it is none of the server's.
func Number(err error) uint16 {
	var failure *mysql.MySQLError
	if errors.As(err, &failure) {
		return failure.Number
	}
	return 0
}

func environment(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
