# What MariaDB says in its dumps in words of its own.
create database src character set utf8mb4 collate utf8mb4_general_ci; use src;
create table a (id int auto_increment primary key, n varchar(20) not null default 'x', t text, d datetime default current_timestamp(), j json, k int unsigned default 3, b bit(3) default b'1', e enum('x','y'), v int as (k+1) virtual, s int generated always as (k*2) stored, key (n), index kk (k), check (k > 0)) comment 'from "there"';
insert into a (n,t,j,k,e,d) values ('one','ä','{"a":1}',5,'x','2020-02-29 12:00:00'),('two',null,null,6,null,null);
create table p (id int, d date, dec1 decimal(10,2) default 1.50, ts timestamp not null default current_timestamp() on update current_timestamp()) engine=InnoDB partition by range (year(d)) (partition p0 values less than (2000) comment = 'old', partition p1 values less than maxvalue);
insert into p (id,d) values (1,'1999-1-1'),(2,'2020-1-1');
create table h (id int primary key) engine=MyISAM checksum=1 row_format=fixed partition by hash(id) partitions 3;
insert into h values (1), (2), (3);
create table f (id int primary key, a_id int, constraint fk foreign key (a_id) references a(id) on delete cascade);
insert into f values (1, 1), (2, null);
create table l (s varchar(100) character set latin1 collate latin1_bin, u varchar(10) collate utf8mb3_general_ci, x varchar(5) collate utf8mb4_unicode_ci) engine=InnoDB;
insert into l values ('ä','b','c');
create view va as select a.id, a.n, count(*) c from a left join f on f.a_id = a.id where a.n like '%o%' and ifnull(a.k,1) > 2 group by a.id, a.n order by c desc, a.id;
create view vb as select 1 as one, date(a.d) as tag, cast(a.k as char(5)) as ck, case when k > 5 then 'big' else 'small' end as size, a.d + interval 1 day as tomorrow, concat(n,'x') x, json_extract(j,'$.a') ja from a union all select 2, null, '', '', null, '', null;
# Programs
use src;
delimiter //
create trigger tr before insert on a for each row begin set new.n = upper(new.n); end//
create procedure pr(in x int, out y int) begin declare z int default 3; select x + z into y; if y > 3 then set y = 4; end if; end//
create function fu(x int) returns int deterministic return x + 1//
create event ev on schedule every 1 day do delete from a where id > 100//
delimiter ;
