/**
 * Number formats of locales: the marks and groups of digits for FORMAT's third operand.
 *
 * Undefined for an unknown locale. They are those of MariaDB's FORMAT, which has MySQL's locales.
 */

export interface NumberLocale {
	/** Between groups; empty: digits are not grouped. */
	readonly separator: string;
	readonly point: string;
	/** Digits of the groups in front of the last one, which has three. */
	readonly group: 2 | 3;
}

const american: NumberLocale = { separator: ",", point: ".", group: 3 };

const written: readonly (readonly [NumberLocale, string])[] = [
	[
		american,
		`ar_AE ar_BH ar_DZ ar_EG ar_IN ar_IQ ar_JO ar_KW ar_LB ar_LY ar_MA ar_OM ar_QA ar_SD ar_SY ar_TN ar_YE en_AU en_CA en_GB en_NZ en_PH en_US
		en_ZA en_ZW es_DO es_GT es_HN es_MX es_NI es_PA es_PE es_PR es_SV es_US gu_IN he_IL hi_IN ja_JP ko_KR ms_MY th_TH ur_PK zh_CN zh_HK zh_TW`,
	],
	[{ ...american, group: 2 }, "en_IN ta_IN te_IN"],
	[{ ...american, separator: "" }, "ar_SA sr_RS sr_YU"],
	[{ ...american, separator: "'" }, "de_CH"],
	[
		{ separator: ".", point: ",", group: 3 },
		`be_BY da_DK de_BE de_DE de_LU es_AR es_BO es_CL es_CO es_EC es_ES es_PY es_UY es_VE fo_FO hu_HU id_ID is_IS
		lt_LT mn_MN nb_NO no_NO ro_RO ru_UA sq_AL tr_TR uk_UA vi_VN`,
	],
	[
		{ separator: "", point: ",", group: 3 },
		"ca_ES de_AT el_GR eu_ES fr_BE fr_CA fr_CH fr_FR fr_LU gl_ES hr_HR it_IT nl_BE nl_NL pl_PL pt_BR pt_PT sl_SI",
	],
	[{ separator: " ", point: ",", group: 3 }, "cs_CZ es_CR et_EE fi_FI lv_LV mk_MK ru_RU sk_SK sv_FI sv_SE"],
	[{ separator: "'", point: ",", group: 3 }, "it_CH rm_CH"],
	[{ separator: "\0", point: ",", group: 3 }, "bg_BG"],
];

const locales: ReadonlyMap<string, NumberLocale> = new Map(
	written.flatMap(([locale, names]) => names.split(/\s+/).map((name) => [name.toLowerCase(), locale] as const)),
);

export function numberLocale(name: string): NumberLocale | undefined {
	return locales.get(name.toLowerCase());
}

/** `text` is a number with a point in it, if anywhere. */
export function groupDigits(text: string, { separator, point, group }: NumberLocale = american): string {
	const [, sign, whole, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) as unknown as [
		string,
		string,
		string,
		string | undefined,
	];
	const borders = group === 3 ? /\B(?=(\d{3})+$)/g : /\B(?=(\d{2})*\d{3}$)/g;
	return `${sign}${whole.replace(borders, () => separator)}${fraction === undefined ? "" : point + fraction}`;
}
