alter table t modify b varchar(10);
alter table u modify a varchar(11);
alter table w modify a varchar(11);
alter table t convert to character set utf8mb4;
alter table w convert to character set utf8mb4;
create table n2 (a varchar(5)) charset=latin1;
