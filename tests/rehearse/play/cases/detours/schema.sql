-- What answers for a time otherwise between the stops: 2.1.1 and 2.1.2 are passed.
create table t (id int primary key, kind enum('a', 'b') not null, name varchar(20) not null, note text) default charset utf8;
create table log (id int primary key, text varchar(100)) default charset utf8;
create table w (id int primary key) default charset utf8mb4 collate utf8mb4_general_ci;
