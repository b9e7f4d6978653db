create table item (id int primary key, a varchar(10)) charset=utf8;
