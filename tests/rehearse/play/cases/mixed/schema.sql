create table shop (id int primary key auto_increment, name varchar(30), note varchar(40) character set utf8) default charset utf8;
insert into shop (name) values ('one');
