// gorm at work: a school whose tables are made and changed by its migrator, with relations of every kind, upserts, hooks, locks and
// transactions within transactions.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/go-sql-driver/mysql"
	driver "gorm.io/driver/mysql"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
)

type Address struct {
	Street string `gorm:"size:80"`
	Town   string `gorm:"size:40;index:idx_place,priority:1"`
}

type Student struct {
	gorm.Model
	Name     string `gorm:"size:60;not null;uniqueIndex:idx_who"`
	Year     int16  `gorm:"uniqueIndex:idx_who;check:year_known,year > 1900"`
	Grade    *float64
	Fee      string `gorm:"type:decimal(10,2);default:12.50"`
	Active   bool   `gorm:"default:true"`
	Photo    []byte
	Born     *time.Time `gorm:"type:date"`
	Home     Address    `gorm:"embedded;embeddedPrefix:home_"`
	SchoolID *uint
	School   *School
	MentorID *uint
	Mentor   *Student
	Locker   Locker
	Courses  []Course `gorm:"many2many:enrolments"`
	Notes    []Note   `gorm:"polymorphic:Owner"`
	Tags     []string `gorm:"serializer:json;type:json"`
}

type School struct {
	ID       uint
	Name     string    `gorm:"size:60;index:,sort:desc"`
	Students []Student `gorm:"constraint:OnUpdate:CASCADE,OnDelete:SET NULL"`
}

type Locker struct {
	ID        uint
	Number    int `gorm:"comment:on its door"`
	StudentID uint
	Opened    time.Time `gorm:"autoCreateTime:milli"`
}

type Course struct {
	Code  string `gorm:"primaryKey;size:8"`
	Title string `gorm:"type:text"`
	Hours uint8
}

type Enrolment struct {
	StudentID  uint   `gorm:"primaryKey"`
	CourseCode string `gorm:"primaryKey;size:8"`
	Passed     bool
}

type Note struct {
	ID        uint64
	OwnerID   uint
	OwnerType string `gorm:"size:30"`
	Text      string
}

var hooked []string

func (student *Student) BeforeCreate(*gorm.DB) error {
	hooked = append(hooked, "create "+student.Name)
	return nil
}

func (student *Student) AfterUpdate(*gorm.DB) error {
	hooked = append(hooked, "update "+student.Name)
	return nil
}

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

func names(students []Student) []string {
	found := []string{}
	for _, student := range students {
		found = append(found, student.Name)
	}
	return found
}

func main() {
	source := fmt.Sprintf("%s:%s@tcp(%s:%s)/%s?charset=utf8mb4&parseTime=true&loc=UTC", environment("VERSO_USER", "root"), environment("VERSO_PASSWORD", ""), environment("VERSO_HOST", "127.0.0.1"), environment("VERSO_PORT", "3306"), environment("VERSO_DATABASE", "test"))
	for _, prepares := range []bool{false, true} {
		db, err := gorm.Open(driver.New(driver.Config{DSN: source, DefaultStringSize: 191}), &gorm.Config{PrepareStmt: prepares, TranslateError: true, Logger: logger.Default.LogMode(logger.Silent)})
		check(err)
		hooked = nil
		migrate(db)
		fill(db)
		read(db)
		change(db)
		check(db.Migrator().DropTable("enrolments", &Note{}, &Locker{}, &Course{}, &Student{}, &School{}))
	}
}

func migrate(db *gorm.DB) {
	check(db.SetupJoinTable(&Student{}, "Courses", &Enrolment{}))
	models := []any{&School{}, &Student{}, &Locker{}, &Course{}, &Note{}}
	check(db.AutoMigrate(models...))
	// What is there is left alone.
	check(db.AutoMigrate(models...))
	migrator := db.Migrator()
	columns, err := migrator.ColumnTypes(&Student{})
	check(err)
	for _, column := range columns {
		kind, _ := column.ColumnType()
		nullable, _ := column.Nullable()
		primary, _ := column.PrimaryKey()
		preset, has := column.DefaultValue()
		say("column", []any{column.Name(), kind, nullable, primary, preset, has})
	}
	indexes, err := migrator.GetIndexes(&Student{})
	check(err)
	for _, index := range indexes {
		unique, _ := index.Unique()
		say("index", []any{index.Name(), index.Columns(), unique})
	}
	say("there", []bool{migrator.HasTable("students"), migrator.HasColumn(&Student{}, "home_town"), migrator.HasIndex(&Student{}, "idx_who"), migrator.HasConstraint(&School{}, "Students"), migrator.HasTable("teachers")})
	check(migrator.RenameColumn(&Course{}, "hours", "lessons"))
	check(db.Exec("insert into courses (code, title, lessons) values ('OLD', 'Latin', 3)").Error)
	check(migrator.RenameColumn(&Course{}, "lessons", "hours"))
	check(migrator.AlterColumn(&Course{}, "Title"))
	check(migrator.DropIndex(&Student{}, "idx_place"))
	check(migrator.CreateIndex(&Student{}, "idx_place"))
	check(migrator.RenameIndex(&Student{}, "idx_place", "idx_town"))
	check(migrator.DropConstraint(&Student{}, "fk_students_mentor"))
	check(migrator.CreateConstraint(&Student{}, "Mentor"))
	check(migrator.CreateView("grown", gorm.ViewOption{Replace: true, Query: db.Model(&Student{}).Select("name").Where("year < ?", 1990)}))
	check(migrator.DropView("grown"))
	say("database", []any{migrator.CurrentDatabase() != ""})
}

func fill(db *gorm.DB) {
	born := time.Date(1815, 12, 10, 0, 0, 0, 0, time.UTC)
	grade := 1.25
	ada := Student{
		Name: "Ada 🌀", Year: 1915, Grade: &grade, Fee: "99.90", Photo: []byte{0, 39, 255}, Born: &born, Home: Address{"Main 'St' \\ 1", "London"},
		School: &School{Name: "Queen's"}, Locker: Locker{Number: 7}, Courses: []Course{{Code: "M1", Title: "Algebra", Hours: 4}, {Code: "M2", Title: "Engines"}},
		Notes: []Note{{Text: "poetical"}, {Text: "science"}}, Tags: []string{"a", "ü"},
	}
	check(db.Create(&ada).Error)
	say("keys", []any{ada.ID, *ada.SchoolID, ada.Locker.ID, ada.Active, ada.Notes[1].ID})
	batch := []Student{}
	for at := 0; at < 50; at++ {
		batch = append(batch, Student{Name: fmt.Sprintf("Student %02d", at), Year: int16(1980 + at%20), Fee: "1", MentorID: &ada.ID, Home: Address{Town: []string{"Rome", "Oslo", "Bern"}[at%3]}})
	}
	created := db.CreateInBatches(&batch, 20)
	check(created.Error)
	say("batch", []any{created.RowsAffected, batch[49].ID - batch[0].ID})
	err := db.Omit(clause.Associations).Create(&Student{Name: "Ada 🌀", Year: 1915, Fee: "1"}).Error
	say("duplicate", errors.Is(err, gorm.ErrDuplicatedKey))
	nobody := uint(4711)
	err = db.Create(&Student{Name: "Lost", Year: 1999, Fee: "1", SchoolID: &nobody}).Error
	say("no school", errors.Is(err, gorm.ErrForeignKeyViolated))
	upsert := db.Clauses(clause.OnConflict{DoUpdates: clause.Assignments(map[string]any{"title": gorm.Expr("concat(title, '!')")})}).Create(&[]Course{{Code: "M1", Title: "x"}, {Code: "P1", Title: "Poetry"}})
	check(upsert.Error)
	say("upsert", upsert.RowsAffected)
	all := db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&Course{Code: "P1", Title: "Verse", Hours: 2})
	check(all.Error)
	nothing := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&Course{Code: "P1", Title: "Prose"})
	check(nothing.Error)
	say("again", []int64{all.RowsAffected, nothing.RowsAffected})
	check(db.Model(&Student{}).Create(map[string]any{"Name": "Mapped", "Year": 2001, "Fee": clause.Expr{SQL: "1 + ?", Vars: []any{0.5}}}).Error)
}

func read(db *gorm.DB) {
	var ada Student
	check(db.Preload("Courses", func(db *gorm.DB) *gorm.DB { return db.Order("courses.code desc") }).Preload(clause.Associations).Joins("School").First(&ada, "students.name = ?", "Ada 🌀").Error)
	say("ada", []any{ada.Fee, *ada.Grade, ada.Active, ada.Photo, ada.Born, ada.Home, ada.School.Name, ada.Locker.Number, ada.Courses, len(ada.Notes), ada.Tags})
	var found []Student
	check(db.Where("year between ? and ?", 1985, 1987).Where(db.Where("home_town = ?", "Rome").Or("home_town like ?", "%er%")).Not("name", []string{"Student 05"}).Order("name desc").Limit(5).Offset(1).Find(&found).Error)
	say("found", names(found))
	type perTown struct {
		Town  string
		Count int64
		Years float64
	}
	var towns []perTown
	check(db.Model(&Student{}).Select("home_town as town, count(*) as count, avg(year) as years").Where("home_town <> ''").Group("home_town").Having("count(*) > ?", 10).Order("town").Scan(&towns).Error)
	say("towns", towns)
	check(db.Joins("Mentor", db.Where(&Student{Year: 1915})).Where("students.year = ?", 1981).Order("students.id").Find(&found).Error)
	say("mentors", []any{names(found), found[0].Mentor.Name})
	newest := db.Model(&Student{}).Select("max(year)").Where("home_town = ?", "Oslo")
	check(db.Where("year = (?) and home_town in ?", newest, []string{"Oslo", "Bern"}).Order("id").Find(&found).Error)
	say("newest", names(found))
	check(db.Table("(?) as s", db.Model(&Student{}).Select("name", "year")).Where("s.year > ?", 1998).Order("s.name").Scan(&found).Error)
	say("derived", names(found))
	var years []int
	check(db.Model(&Student{}).Distinct().Order("year desc").Limit(3).Pluck("year", &years).Error)
	say("years", years)
	count := 0
	check(db.Where("year < ?", 1990).FindInBatches(&found, 10, func(*gorm.DB, int) error { count++; return nil }).Error)
	say("batches", count)
	say("associations", []int64{db.Model(&ada).Association("Courses").Count(), db.Model(&ada).Where("text like ?", "poe%").Association("Notes").Count()})
	rows, err := db.Raw("select name, json_extract(tags, '$[1]') from students where tags is not null and json_length(tags) = @many", map[string]any{"many": 2}).Rows()
	check(err)
	for rows.Next() {
		var name, tag string
		check(rows.Scan(&name, &tag))
		say("tagged", []string{name, tag})
	}
	check(rows.Close())
	say("missing", errors.Is(db.First(&Student{}, 4711).Error, gorm.ErrRecordNotFound))
}

func change(db *gorm.DB) {
	var ada Student
	check(db.First(&ada).Error)
	ada.Fee, ada.Active = "0.10", false
	check(db.Save(&ada).Error)
	check(db.Model(&ada).Updates(Student{Home: Address{Town: "Paris"}}).Error)
	raised := db.Model(&Student{}).Where("home_town = ?", "Bern").Updates(map[string]any{"grade": gorm.Expr("year / ?", 1000), "photo": nil})
	check(raised.Error)
	say("raised", raised.RowsAffected)
	check(db.Model(&ada).Association("Courses").Replace(&[]Course{{Code: "P1"}}))
	check(db.Model(&ada).Association("Courses").Append(&Course{Code: "M9", Title: "Sums"}))
	check(db.Model(&ada).Association("Courses").Delete(&Course{Code: "P1"}))
	check(db.Model(&Enrolment{}).Where("student_id = ?", ada.ID).Update("passed", true).Error)
	var made Student
	check(db.Where(Student{Name: "Grace", Year: 1906}).Attrs(Student{Fee: "5"}).FirstOrCreate(&made).Error)
	check(db.Where(Student{Name: "Grace", Year: 1906}).Assign(Student{Fee: "6"}).FirstOrCreate(&made).Error)
	say("made", made.Fee)
	check(db.Delete(&Student{}, "name like ?", "Student 0%").Error)
	var visible, all int64
	check(db.Model(&Student{}).Count(&visible).Error)
	check(db.Unscoped().Model(&Student{}).Count(&all).Error)
	say("deleted softly", []int64{visible, all})
	err := db.Transaction(func(outer *gorm.DB) error {
		var locked []Student
		check(outer.Clauses(clause.Locking{Strength: "UPDATE"}).Where("year > ?", 1998).Find(&locked).Error)
		check(outer.Clauses(clause.Locking{Strength: "SHARE"}).Where("year = ?", 1997).Find(&locked).Error)
		check(outer.Create(&School{Name: "kept"}).Error)
		inner := outer.Transaction(func(inner *gorm.DB) error {
			check(inner.Create(&School{Name: "undone"}).Error)
			return errors.New("no")
		})
		say("inner", inner != nil)
		check(outer.SavePoint("here").Error)
		check(outer.Exec("delete from schools").Error)
		return outer.RollbackTo("here").Error
	})
	check(err)
	var schools []string
	check(db.Model(&School{}).Order("id").Pluck("name", &schools).Error)
	say("schools", schools)
	check(db.Where("name = ?", "Queen's").Delete(&School{}).Error)
	check(db.First(&ada, ada.ID).Error)
	say("without school", db.First(&ada, "id = ? and school_id is null", ada.ID).Error == nil)
	check(db.Select("Locker", "Notes").Unscoped().Where("id = ?", ada.ID).Delete(&Student{Model: gorm.Model{ID: 4711}}).Error)
	say("check", number(db.Exec("update students set year = 1800 where name = 'Grace'").Error))
	say("hooks", []any{len(hooked), hooked[len(hooked)-1]})
}
