-- utf8mb4 at 2.1.1 and 2.1.2 by the server's default, utf8 again from 2.1.3 on, utf8mb4 at 2.1.7 by its reading
alter table t add column label varchar(10);
-- refused at 2.0 for ENUM's sake, for a time at 2.1.1 and 2.1.2 for the charset's
alter table t modify kind enum('a', 'b', 'c') not null;
-- one cause, whatever was tried first
alter table t modify note mediumtext;
alter table log modify text varchar(200);
-- programs: the same at every release
delimiter //
create procedure p(in a int)
begin
	declare name varchar(3);
	declare total decimal(19, 6);
	set total = a;
	select total, name;
end//
create trigger before_t before insert on t for each row set new.name = upper(new.name)//
delimiter ;
create view v as select id, name from t;
drop procedure p;
-- without its COLLATE nothing is left of it: that is no way out
alter table w default collate utf8mb4_unicode_ci;
