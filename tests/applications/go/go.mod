module applications

go 1.19

require (
	github.com/go-sql-driver/mysql v1.7.1
	gorm.io/driver/mysql v1.5.6
	gorm.io/gorm v1.25.12
)

require (
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
	golang.org/x/text v0.14.0 // indirect
)
