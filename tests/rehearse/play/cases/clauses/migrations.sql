-- refused at 2.1.1 in the words of the server's charset, at 2.1.3 in those of the table's: two causes
alter table made_latin1 change column a a varchar(20);
-- accepted and ignored up to 2.1.2: the end of that rule is the cause
alter table made_utf8 convert to character set utf8;
alter table made_plain charset=utf8mb4 collate utf8mb4_general_ci;
-- refused at every stop, in other words from 2.1.3 on: a note, and no break
create table made_by_collation (a varchar(20)) collate utf8mb4_bin;
