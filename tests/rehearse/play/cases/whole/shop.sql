-- MySQL dump 10.13  Distrib 5.7.24, for Linux (x86_64)
--
-- Host: localhost    Database: 
-- ------------------------------------------------------
/*!40101 SET NAMES utf8mb4 */;
CREATE DATABASE /*!32312 IF NOT EXISTS*/ `mysql` /*!40100 DEFAULT CHARACTER SET latin1 */;
USE `mysql`;
DROP TABLE IF EXISTS `user`;
CREATE TABLE `user` (`Host` char(60) COLLATE utf8_bin NOT NULL DEFAULT '') ENGINE=MyISAM DEFAULT CHARSET=utf8;
INSERT INTO `user` VALUES ('localhost');
CREATE DATABASE /*!32312 IF NOT EXISTS*/ `shop` /*!40100 DEFAULT CHARACTER SET utf8 */;
USE `shop`;
CREATE TABLE `t` (
  `id` int NOT NULL AUTO_INCREMENT,
  `a` varchar(10) DEFAULT (concat('x',1)),
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8;
INSERT INTO `t` VALUES (1,'x');
-- Dump completed on 2018-11-29  2:26:43
