create table made_plain (id int primary key, a varchar(10));
create table made_utf8 (id int primary key, a varchar(10)) charset=utf8;
create table made_latin1 (id int primary key, a varchar(10)) charset=latin1;
insert into made_plain values (1, 'one');
