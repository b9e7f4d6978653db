select count(*) from names;
insert into customers (name) values ('');
call rename_customer(1, 'Ida');
select name, hex(raw) from customers where id = 1;
