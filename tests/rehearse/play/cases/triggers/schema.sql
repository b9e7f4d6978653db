set sql_mode = '';
create table src (id int primary key auto_increment, a varchar(20) character set utf8mb4);
create table log (id int primary key auto_increment, a varchar(20)) default charset utf8;
delimiter //
create trigger src_made after insert on src for each row insert into log (a) values (new.a)//
create trigger src_changed after update on src for each row call note(new.a)//
create trigger src_gone after delete on src for each row insert into log (a) values (old.a)//
create procedure note(v varchar(20) character set utf8mb4) begin insert into log (a) values (v); end//
create function note_of(v varchar(20) character set utf8mb4) returns int begin call note(v); return 1; end//
delimiter ;
