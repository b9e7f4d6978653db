"""SQLAlchemy: reflection of created tables, the ORM with relations, inserts and functions of Core, savepoints, Alembic operations."""

import datetime
import decimal
import enum

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy.dialects import mysql
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, aliased, joinedload, mapped_column, relationship, selectinload
from transcript import HOST, PASSWORD, PORT, USER, say

server = sa.create_engine(f"mysql+pymysql://{USER}:{PASSWORD}@{HOST}:{PORT}/?charset=utf8mb4", isolation_level="AUTOCOMMIT")
with server.connect() as connection:
    connection.exec_driver_sql("drop database if exists alchemy")
    connection.exec_driver_sql("create database alchemy default character set utf8mb4 collate utf8mb4_bin")
engine = sa.create_engine(f"mysql+pymysql://{USER}:{PASSWORD}@{HOST}:{PORT}/alchemy?charset=utf8mb4", pool_pre_ping=True)


class Base(DeclarativeBase):
    pass


class Kind(enum.Enum):
    paper = 1
    audio = 2


book_tag = sa.Table("book_tag", Base.metadata, sa.Column("book_id", sa.ForeignKey("book.id", ondelete="CASCADE"), primary_key=True), sa.Column("tag_id", sa.ForeignKey("tag.id"), primary_key=True))


class Author(Base):
    __tablename__ = "author"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(sa.String(100), unique=True)
    born: Mapped[datetime.date | None]
    books: Mapped[list["Book"]] = relationship(back_populates="author", cascade="all, delete-orphan", order_by="Book.title")


class Book(Base):
    __tablename__ = "book"
    __table_args__ = (sa.Index("by_kind", "kind", "price"), sa.CheckConstraint("price >= 0", name="no_gift"), {"mysql_engine": "InnoDB", "mysql_charset": "utf8mb4", "mysql_comment": "all there is"})
    id: Mapped[int] = mapped_column(sa.BigInteger, primary_key=True)
    title: Mapped[str] = mapped_column(sa.String(200), comment="it's")
    price: Mapped[decimal.Decimal] = mapped_column(sa.Numeric(10, 2), server_default="1.50")
    kind: Mapped[Kind] = mapped_column(default=Kind.paper)
    rating: Mapped[float | None]
    lent: Mapped[bool] = mapped_column(default=False)
    extra: Mapped[dict | None] = mapped_column(sa.JSON)
    cover: Mapped[bytes | None] = mapped_column(sa.LargeBinary)
    text: Mapped[str | None] = mapped_column(mysql.MEDIUMTEXT)
    printed: Mapped[datetime.datetime | None] = mapped_column(mysql.DATETIME(fsp=6))
    span: Mapped[datetime.timedelta | None] = mapped_column(sa.Interval)
    taxed: Mapped[decimal.Decimal] = mapped_column(sa.Numeric(10, 2), sa.Computed("price * 1.1", persisted=True))
    author_id: Mapped[int] = mapped_column(sa.ForeignKey("author.id"))
    author: Mapped[Author] = relationship(back_populates="books")
    tags: Mapped[list["Tag"]] = relationship(secondary=book_tag)


class Tag(Base):
    __tablename__ = "tag"
    id: Mapped[int] = mapped_column(primary_key=True)
    word: Mapped[str] = mapped_column(sa.String(50), unique=True)


Base.metadata.create_all(engine)
Base.metadata.create_all(engine)
inspector = sa.inspect(engine)
say("tables", inspector.get_table_names())
say("columns", [(c["name"], str(c["type"]), c["nullable"], c["default"], c.get("comment")) for c in inspector.get_columns("book")])
say("keys", [inspector.get_pk_constraint("book"), inspector.get_foreign_keys("book_tag"), inspector.get_indexes("book"), inspector.get_unique_constraints("author"), inspector.get_table_comment("book")])
with engine.connect() as connection:
    say("difference", [str(each) for each in compare_metadata(MigrationContext.configure(connection), Base.metadata)])

with Session(engine) as session:
    ada = Author(name="Ada 🌀", born=datetime.date(1815, 12, 10))
    sql, node = Tag(word="SQL"), Tag(word="über")
    ada.books = [Book(title=f"Book {at}", price=decimal.Decimal(at) / 4, kind=Kind.audio if at % 2 else Kind.paper, rating=at / 3, extra={"at": at, "deep": [1, {"x": None}]}, cover=bytes([at, 255]), printed=datetime.datetime(2020, 2, 29, 1, 2, 3, 456789), span=datetime.timedelta(hours=at), tags=[sql, node] if at % 2 else [sql]) for at in range(6)]
    session.add(ada)
    session.commit()
    say("ids", [ada.id, [book.id for book in ada.books]])
with Session(engine) as session:
    for option in (joinedload(Author.books).joinedload(Book.tags), selectinload(Author.books).selectinload(Book.tags)):
        author = session.execute(sa.select(Author).options(option)).unique().scalar_one()
        book = author.books[3]
        say("loaded", [book.title, book.price, book.kind.name, book.rating, book.extra, book.printed, book.span, book.taxed, sorted(tag.word for tag in book.tags)])
        session.expunge_all()
    say("grouped", [tuple(row) for row in session.execute(sa.select(Book.kind, sa.func.count(), sa.func.sum(Book.price), sa.func.group_concat(Book.title.op("order by")(Book.id))).group_by(Book.kind).having(sa.func.count() > 1).order_by(Book.kind))])
    other = aliased(Book)
    say("correlated", session.scalars(sa.select(Book.title).where(Book.price > sa.select(sa.func.avg(other.price)).where(other.kind == Book.kind).scalar_subquery()).order_by(Book.title)).all())
    say("exists", session.scalars(sa.select(Tag.word).where(sa.exists().where(book_tag.c.tag_id == Tag.id, book_tag.c.book_id == 1))).all())
    say("json", session.scalars(sa.select(Book.title).where(Book.extra["at"].as_integer() == 4)).all())
    say("case", session.scalars(sa.select(Tag.word).where(Tag.word == "SQL")).all())
    say("between", session.scalars(sa.select(sa.func.count()).select_from(Book).where(Book.price.between(0.25, 1), Book.title.regexp_match("[1-4]$"), ~Book.title.startswith("X"))).one())
    say("union", [tuple(row) for row in session.execute(sa.union_all(sa.select(Author.name), sa.select(Tag.word)).order_by("name").limit(2).offset(1))])
    say("extract", session.scalars(sa.select(sa.extract("month", Book.printed)).limit(1)).one())
    session.execute(sa.update(Book).where(Book.kind == Kind.audio).values(price=Book.price + 1))
    nested = session.begin_nested()
    session.add(Author(name="lost"))
    session.flush()
    nested.rollback()
    try:
        with session.begin_nested():
            session.add(Author(name="Ada 🌀"))
            session.flush()
    except sa.exc.IntegrityError as error:
        say("integrity", error.orig.args[0])
    session.execute(sa.select(Author).with_for_update()).all()
    session.commit()
    say("authors", session.scalars(sa.select(Author.name)).all())
with engine.begin() as connection:
    statement = mysql.insert(Tag).values([{"id": 1, "word": "changed"}, {"id": 9, "word": "nine"}])
    connection.execute(statement.on_duplicate_key_update(word=statement.inserted.word))
    say("upserted", [tuple(row) for row in connection.execute(sa.select(Tag.id, Tag.word).order_by(Tag.id))])
    say("streamed", sum(1 for _ in connection.execution_options(stream_results=True).execute(sa.select(Book.id))))
    operations = Operations(MigrationContext.configure(connection))
    operations.add_column("author", sa.Column("email", sa.String(120), nullable=True))
    operations.create_unique_constraint("one_email", "author", ["email"])
    operations.alter_column("author", "email", new_column_name="mail", existing_type=sa.String(120), existing_nullable=True)
    connection.exec_driver_sql("update author set mail = ''")
    operations.alter_column("author", "mail", type_=sa.String(200), existing_nullable=True, nullable=False, server_default="", existing_type=sa.String(120))
    operations.drop_constraint("one_email", "author", type_="unique")
    operations.create_index("by_mail", "author", ["mail"], mysql_length=20)
    operations.rename_table("tag", "label")
    operations.create_table("later", sa.Column("id", sa.Integer, primary_key=True), sa.Column("author_id", sa.Integer, sa.ForeignKey("author.id", name="later_author")))
    operations.drop_constraint("later_author", "later", type_="foreignkey")
    operations.drop_table("later")
later = sa.inspect(engine)
say("later", [later.get_table_names(), [(c["name"], str(c["type"]), c["nullable"]) for c in later.get_columns("author")], later.get_indexes("author")])
engine.dispose()
with server.connect() as connection:
    connection.exec_driver_sql("drop database alchemy")
