create table j (id int primary key, v varchar(9), js json) charset=utf8;
insert into j values (1,'x','{"a": 1}');
