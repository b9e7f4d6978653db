/**
 * Names of months and weekdays in the languages of `lc_time_names`.
 *
 * In: a locale's name. Out: its names, undefined for a locale that isn't here. They are what MariaDB's DATE_FORMAT answers with; not
 * all of MySQL's hundred locales are here, and those that are not are refused (1649).
 */

export interface TimeNames {
	readonly months: readonly string[];
	readonly shortMonths: readonly string[];
	/** From Monday. */
	readonly weekdays: readonly string[];
	readonly shortWeekdays: readonly string[];
}

function names(months: string, shortMonths: string, weekdays: string, shortWeekdays: string): TimeNames {
	return { months: months.split(" "), shortMonths: shortMonths.split(" "), weekdays: weekdays.split(" "), shortWeekdays: shortWeekdays.split(" ") };
}

export const englishNames = names(
	"January February March April May June July August September October November December", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
	"Monday Tuesday Wednesday Thursday Friday Saturday Sunday", "Mon Tue Wed Thu Fri Sat Sun",
);

const locales = {
	en_US: englishNames, en_GB: englishNames, en_AU: englishNames, en_CA: englishNames, en_IN: englishNames, en_NZ: englishNames, en_ZA: englishNames,
	de_DE: names(
		"Januar Februar März April Mai Juni Juli August September Oktober November Dezember", "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
		"Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag", "Mo Di Mi Do Fr Sa So",
	),
	de_AT: names(
		"Jänner Februar März April Mai Juni Juli August September Oktober November Dezember", "Jän Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
		"Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag", "Mon Die Mit Don Fre Sam Son",
	),
	fr_FR: names(
		"janvier février mars avril mai juin juillet août septembre octobre novembre décembre", "jan fév mar avr mai jun jui aoû sep oct nov déc",
		"lundi mardi mercredi jeudi vendredi samedi dimanche", "lun mar mer jeu ven sam dim",
	),
	es_ES: names(
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre", "ene feb mar abr may jun jul ago sep oct nov dic",
		"lunes martes miércoles jueves viernes sábado domingo", "lun mar mié jue vie sáb dom",
	),
	it_IT: names(
		"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre", "gen feb mar apr mag giu lug ago set ott nov dic",
		"lunedì martedì mercoledì giovedì venerdì sabato domenica", "lun mar mer gio ven sab dom",
	),
	nl_NL: names(
		"januari februari maart april mei juni juli augustus september oktober november december", "jan feb mrt apr mei jun jul aug sep okt nov dec",
		"maandag dinsdag woensdag donderdag vrijdag zaterdag zondag", "ma di wo do vr za zo",
	),
	pt_PT: names(
		"Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro", "Jan Fev Mar Abr Mai Jun Jul Ago Set Out Nov Dez",
		"Segunda Terça Quarta Quinta Sexta Sábado Domingo", "Seg Ter Qua Qui Sex Sáb Dom",
	),
	pt_BR: names(
		"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro", "Jan Fev Mar Abr Mai Jun Jul Ago Set Out Nov Dez",
		"segunda terça quarta quinta sexta sábado domingo", "Seg Ter Qua Qui Sex Sáb Dom",
	),
	pl_PL: names(
		"styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień", "sty lut mar kwi maj cze lip sie wrz paź lis gru",
		"poniedziałek wtorek środa czwartek piątek sobota niedziela", "pon wto śro czw pią sob nie",
	),
	sv_SE: names(
		"januari februari mars april maj juni juli augusti september oktober november december", "jan feb mar apr maj jun jul aug sep okt nov dec",
		"måndag tisdag onsdag torsdag fredag lördag söndag", "mån tis ons tor fre lör sön",
	),
	da_DK: names(
		"januar februar marts april maj juni juli august september oktober november december", "jan feb mar apr maj jun jul aug sep okt nov dec",
		"mandag tirsdag onsdag torsdag fredag lørdag søndag", "man tir ons tor fre lør søn",
	),
	nb_NO: names(
		"januar februar mars april mai juni juli august september oktober november desember", "jan feb mar apr mai jun jul aug sep okt nov des",
		"mandag tirsdag onsdag torsdag fredag lørdag søndag", "man tir ons tor fre lør søn",
	),
	cs_CZ: names(
		"leden únor březen duben květen červen červenec srpen září říjen listopad prosinec", "led úno bře dub kvě čen čec srp zář říj lis pro",
		"Pondělí Úterý Středa Čtvrtek Pátek Sobota Neděle", "Po Út St Čt Pá So Ne",
	),
	tr_TR: names(
		"Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık", "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
		"Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar", "Pzt Sal Çrş Prş Cum Cts Paz",
	),
	ru_RU: names(
		"Января Февраля Марта Апреля Мая Июня Июля Августа Сентября Октября Ноября Декабря", "Янв Фев Мар Апр Май Июн Июл Авг Сен Окт Ноя Дек",
		"Понедельник Вторник Среда Четверг Пятница Суббота Воскресенье", "Пнд Втр Срд Чтв Птн Сбт Вск",
	),
	hu_HU: names(
		"január február március április május június július augusztus szeptember október november december", "jan feb már ápr máj jún júl aug sze okt nov dec",
		"hétfő kedd szerda csütörtök péntek szombat vasárnap", "h k sze cs p szo v",
	),
};

const locale = new Map<string, readonly [name: string, names: TimeNames]>(Object.entries(locales).map(([name, found]) => [name.toLowerCase(), [name, found]]));

/** A locale as it is spelled, in any letter case. */
export function localeNamed(name: string): readonly [name: string, names: TimeNames] | undefined {
	return locale.get(name.toLowerCase());
}
