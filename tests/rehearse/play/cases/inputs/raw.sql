-- MySQL dump 10.13  Distrib 8.0.30, for Linux (x86_64)
create table raw (id int primary key) default charset=utf8mb3;
select * from t;
