// gorm, a school: tables created and altered by its migrator, relations of every kind, upserts, hooks, locks, nested
// transactions.
package main

import (
	"errors"
	"fmt"
	"time"

	"applications/telling"
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

func names(students []Student) []string {
	found := []string{}
	for _, student := range students {
		found = append(found, student.Name)
	}
	return found
}

func main() {
	source := telling.Source("parseTime=true&loc=UTC")
	for _, prepares := range []bool{false, true} {
		db, err := gorm.Open(driver.New(driver.Config{DSN: source, DefaultStringSize: 191}), &gorm.Config{PrepareStmt: prepares, TranslateError: true, Logger: logger.Default.LogMode(logger.Silent)})
		telling.Check(err)
		hooked = nil
		migrate(db)
		fill(db)
		read(db)
		change(db)
		telling.Check(db.Migrator().DropTable("enrolments", &Note{}, &Locker{}, &Course{}, &Student{}, &School{}))
	}
}

func migrate(db *gorm.DB) {
	telling.Check(db.SetupJoinTable(&Student{}, "Courses", &Enrolment{}))
	models := []any{&School{}, &Student{}, &Locker{}, &Course{}, &Note{}}
	telling.Check(db.AutoMigrate(models...))
	// Existing rows stay unchanged.
	telling.Check(db.AutoMigrate(models...))
	migrator := db.Migrator()
	columns, err := migrator.ColumnTypes(&Student{})
	telling.Check(err)
	for _, column := range columns {
		kind, _ := column.ColumnType()
		nullable, _ := column.Nullable()
		primary, _ := column.PrimaryKey()
		preset, has := column.DefaultValue()
		telling.Say("column", []any{column.Name(), kind, nullable, primary, preset, has})
	}
	indexes, err := migrator.GetIndexes(&Student{})
	telling.Check(err)
	for _, index := range indexes {
		unique, _ := index.Unique()
		telling.Say("index", []any{index.Name(), index.Columns(), unique})
	}
	telling.Say("there", []bool{migrator.HasTable("students"), migrator.HasColumn(&Student{}, "home_town"), migrator.HasIndex(&Student{}, "idx_who"), migrator.HasConstraint(&School{}, "Students"), migrator.HasTable("teachers")})
	telling.Check(migrator.RenameColumn(&Course{}, "hours", "lessons"))
	telling.Check(db.Exec("insert into courses (code, title, lessons) values ('OLD', 'Latin', 3)").Error)
	telling.Check(migrator.RenameColumn(&Course{}, "lessons", "hours"))
	telling.Check(migrator.AlterColumn(&Course{}, "Title"))
	telling.Check(migrator.DropIndex(&Student{}, "idx_place"))
	telling.Check(migrator.CreateIndex(&Student{}, "idx_place"))
	telling.Check(migrator.RenameIndex(&Student{}, "idx_place", "idx_town"))
	telling.Check(migrator.DropConstraint(&Student{}, "fk_students_mentor"))
	telling.Check(migrator.CreateConstraint(&Student{}, "Mentor"))
	telling.Check(migrator.CreateView("grown", gorm.ViewOption{Replace: true, Query: db.Model(&Student{}).Select("name").Where("year < ?", 1990)}))
	telling.Check(migrator.DropView("grown"))
	telling.Say("database", []any{migrator.CurrentDatabase() != ""})
}

func fill(db *gorm.DB) {
	born := time.Date(1815, 12, 10, 0, 0, 0, 0, time.UTC)
	grade := 1.25
	ada := Student{
		Name: "Ada 🌀", Year: 1915, Grade: &grade, Fee: "99.90", Photo: []byte{0, 39, 255}, Born: &born, Home: Address{"Main 'St' \\ 1", "London"},
		School: &School{Name: "Queen's"}, Locker: Locker{Number: 7}, Courses: []Course{{Code: "M1", Title: "Algebra", Hours: 4}, {Code: "M2", Title: "Engines"}},
		Notes: []Note{{Text: "poetical"}, {Text: "science"}}, Tags: []string{"a", "ü"},
	}
	telling.Check(db.Create(&ada).Error)
	telling.Say("keys", []any{ada.ID, *ada.SchoolID, ada.Locker.ID, ada.Active, ada.Notes[1].ID})
	batch := []Student{}
	for at := 0; at < 50; at++ {
		batch = append(batch, Student{Name: fmt.Sprintf("Student %02d", at), Year: int16(1980 + at%20), Fee: "1", MentorID: &ada.ID, Home: Address{Town: []string{"Rome", "Oslo", "Bern"}[at%3]}})
	}
	created := db.CreateInBatches(&batch, 20)
	telling.Check(created.Error)
	telling.Say("batch", []any{created.RowsAffected, batch[49].ID - batch[0].ID})
	err := db.Omit(clause.Associations).Create(&Student{Name: "Ada 🌀", Year: 1915, Fee: "1"}).Error
	telling.Say("duplicate", errors.Is(err, gorm.ErrDuplicatedKey))
	nobody := uint(4711)
	err = db.Create(&Student{Name: "Lost", Year: 1999, Fee: "1", SchoolID: &nobody}).Error
	telling.Say("no school", errors.Is(err, gorm.ErrForeignKeyViolated))
	upsert := db.Clauses(clause.OnConflict{DoUpdates: clause.Assignments(map[string]any{"title": gorm.Expr("concat(title, '!')")})}).Create(&[]Course{{Code: "M1", Title: "x"}, {Code: "P1", Title: "Poetry"}})
	telling.Check(upsert.Error)
	telling.Say("upsert", upsert.RowsAffected)
	all := db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&Course{Code: "P1", Title: "Verse", Hours: 2})
	telling.Check(all.Error)
	nothing := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&Course{Code: "P1", Title: "Prose"})
	telling.Check(nothing.Error)
	telling.Say("again", []int64{all.RowsAffected, nothing.RowsAffected})
	telling.Check(db.Model(&Student{}).Create(map[string]any{"Name": "Mapped", "Year": 2001, "Fee": clause.Expr{SQL: "1 + ?", Vars: []any{0.5}}}).Error)
}

func read(db *gorm.DB) {
	var ada Student
	telling.Check(db.Preload("Courses", func(db *gorm.DB) *gorm.DB { return db.Order("courses.code desc") }).Preload(clause.Associations).Joins("School").First(&ada, "students.name = ?", "Ada 🌀").Error)
	telling.Say("ada", []any{ada.Fee, *ada.Grade, ada.Active, ada.Photo, ada.Born, ada.Home, ada.School.Name, ada.Locker.Number, ada.Courses, len(ada.Notes), ada.Tags})
	var found []Student
	telling.Check(db.Where("year between ? and ?", 1985, 1987).Where(db.Where("home_town = ?", "Rome").Or("home_town like ?", "%er%")).Not("name", []string{"Student 05"}).Order("name desc").Limit(5).Offset(1).Find(&found).Error)
	telling.Say("found", names(found))
	type perTown struct {
		Town  string
		Count int64
		Years float64
	}
	var towns []perTown
	telling.Check(db.Model(&Student{}).Select("home_town as town, count(*) as count, avg(year) as years").Where("home_town <> ''").Group("home_town").Having("count(*) > ?", 10).Order("town").Scan(&towns).Error)
	telling.Say("towns", towns)
	telling.Check(db.Joins("Mentor", db.Where(&Student{Year: 1915})).Where("students.year = ?", 1981).Order("students.id").Find(&found).Error)
	telling.Say("mentors", []any{names(found), found[0].Mentor.Name})
	newest := db.Model(&Student{}).Select("max(year)").Where("home_town = ?", "Oslo")
	telling.Check(db.Where("year = (?) and home_town in ?", newest, []string{"Oslo", "Bern"}).Order("id").Find(&found).Error)
	telling.Say("newest", names(found))
	telling.Check(db.Table("(?) as s", db.Model(&Student{}).Select("name", "year")).Where("s.year > ?", 1998).Order("s.name").Scan(&found).Error)
	telling.Say("derived", names(found))
	var years []int
	telling.Check(db.Model(&Student{}).Distinct().Order("year desc").Limit(3).Pluck("year", &years).Error)
	telling.Say("years", years)
	count := 0
	telling.Check(db.Where("year < ?", 1990).FindInBatches(&found, 10, func(*gorm.DB, int) error { count++; return nil }).Error)
	telling.Say("batches", count)
	telling.Say("associations", []int64{db.Model(&ada).Association("Courses").Count(), db.Model(&ada).Where("text like ?", "poe%").Association("Notes").Count()})
	rows, err := db.Raw("select name, json_extract(tags, '$[1]') from students where tags is not null and json_length(tags) = @many", map[string]any{"many": 2}).Rows()
	telling.Check(err)
	for rows.Next() {
		var name, tag string
		telling.Check(rows.Scan(&name, &tag))
		telling.Say("tagged", []string{name, tag})
	}
	telling.Check(rows.Close())
	telling.Say("missing", errors.Is(db.First(&Student{}, 4711).Error, gorm.ErrRecordNotFound))
}

func change(db *gorm.DB) {
	var ada Student
	telling.Check(db.First(&ada).Error)
	ada.Fee, ada.Active = "0.10", false
	telling.Check(db.Save(&ada).Error)
	telling.Check(db.Model(&ada).Updates(Student{Home: Address{Town: "Paris"}}).Error)
	raised := db.Model(&Student{}).Where("home_town = ?", "Bern").Updates(map[string]any{"grade": gorm.Expr("year / ?", 1000), "photo": nil})
	telling.Check(raised.Error)
	telling.Say("raised", raised.RowsAffected)
	telling.Check(db.Model(&ada).Association("Courses").Replace(&[]Course{{Code: "P1"}}))
	telling.Check(db.Model(&ada).Association("Courses").Append(&Course{Code: "M9", Title: "Sums"}))
	telling.Check(db.Model(&ada).Association("Courses").Delete(&Course{Code: "P1"}))
	telling.Check(db.Model(&Enrolment{}).Where("student_id = ?", ada.ID).Update("passed", true).Error)
	var made Student
	telling.Check(db.Where(Student{Name: "Grace", Year: 1906}).Attrs(Student{Fee: "5"}).FirstOrCreate(&made).Error)
	telling.Check(db.Where(Student{Name: "Grace", Year: 1906}).Assign(Student{Fee: "6"}).FirstOrCreate(&made).Error)
	telling.Say("made", made.Fee)
	telling.Check(db.Delete(&Student{}, "name like ?", "Student 0%").Error)
	var visible, all int64
	telling.Check(db.Model(&Student{}).Count(&visible).Error)
	telling.Check(db.Unscoped().Model(&Student{}).Count(&all).Error)
	telling.Say("deleted softly", []int64{visible, all})
	err := db.Transaction(func(outer *gorm.DB) error {
		var locked []Student
		telling.Check(outer.Clauses(clause.Locking{Strength: "UPDATE"}).Where("year > ?", 1998).Find(&locked).Error)
		telling.Check(outer.Clauses(clause.Locking{Strength: "SHARE"}).Where("year = ?", 1997).Find(&locked).Error)
		telling.Check(outer.Create(&School{Name: "kept"}).Error)
		inner := outer.Transaction(func(inner *gorm.DB) error {
			telling.Check(inner.Create(&School{Name: "undone"}).Error)
			return errors.New("no")
		})
		telling.Say("inner", inner != nil)
		telling.Check(outer.SavePoint("here").Error)
		telling.Check(outer.Exec("delete from schools").Error)
		return outer.RollbackTo("here").Error
	})
	telling.Check(err)
	var schools []string
	telling.Check(db.Model(&School{}).Order("id").Pluck("name", &schools).Error)
	telling.Say("schools", schools)
	telling.Check(db.Where("name = ?", "Queen's").Delete(&School{}).Error)
	telling.Check(db.First(&ada, ada.ID).Error)
	telling.Say("without school", db.First(&ada, "id = ? and school_id is null", ada.ID).Error == nil)
	telling.Check(db.Select("Locker", "Notes").Unscoped().Where("id = ?", ada.ID).Delete(&Student{Model: gorm.Model{ID: 4711}}).Error)
	telling.Say("check", telling.Number(db.Exec("update students set year = 1800 where name = 'Grace'").Error))
	telling.Say("hooks", []any{len(hooked), hooked[len(hooked)-1]})
}
