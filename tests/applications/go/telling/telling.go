// Package telling is shared by the Go programs: the server's address, and answers printed as lines of JSON.
package telling

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/go-sql-driver/mysql"
)

// Source is the data source name of the server given by the environment.
func Source(options string) string {
	return fmt.Sprintf("%s:%s@tcp(%s:%s)/%s?charset=utf8mb4&%s", environment("VERSO_USER", "root"), environment("VERSO_PASSWORD", ""), environment("VERSO_HOST", "127.0.0.1"), environment("VERSO_PORT", "3306"), environment("VERSO_DATABASE", "test"), options)
}

// Say prints a line of the transcript.
func Say(what string, value any) {
	text, err := json.Marshal(value)
	Check(err)
	fmt.Printf("%s: %s\n", what, text)
}

// Check ends the program with an error.
func Check(err error) {
	if err != nil {
		panic(err)
	}
}

// Number returns MySQL's number of a server error, 0 for other errors.
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
