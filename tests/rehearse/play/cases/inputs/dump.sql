-- MySQL dump 10.13  Distrib 8.0.30, for Linux (x86_64)
create table t (id int primary key, a varchar(20)) default charset=utf8mb3;
