/**
 * Tailorings of languages: their differences from `_unicode_ci`.
 *
 * Read by `text/runs.ts`. Written by `npm run weights`.
 */
export const languageRuns = (): Readonly<
	Record<string, { readonly runs: string; readonly contractions?: string }>
> => ({
	icelandic: {
		runs: `
c1:e34 3x2:238/2 :-2 3:-1e0 4:70 3:-8e 3:115 3:ea 2:0 2:-4d 3x2:3f/c 3:-237 3x2:238/2 :-2 3:-1e0 4:70 3:-8e 3:115 3:ea 2:0 2:-4d 3x2:3f/c`,
	},
	latvian: {
		runs: `
59:efc 20:0 93x2:-9b 15x2:61 13x2:60 4x2:d 9x2:36 10x2:5c 9x2:2a 1cx2:80`,
	},
	romanian: {
		runs: `
c2:e35 c:c7 14:-c7 c:c7 14x2:-c8 5bx2:1b7 3x2:18 b5x2:-18 x2:18`,
	},
	slovenian: {
		runs: `
10cx2:e61 53x2:18a 1cx2:80`,
	},
	polish: {
		runs: `
d3:f83 20:0 11x2:-14f x2:2d 11x2:2b 28x2:a3 x2:36 16x2:86 1ex2:80 x2:1`,
	},
	estonian: {
		runs: `
5a:fec 20:0 4a:67 11x2:-1/2 6:1 8:-2 11x2:-1/2 6:1 64x2:-6a 1cx2:2`,
	},
	spanish: {
		runs: `
d1:f65 20:0`,
	},
	swedish: {
		runs: `
c4x2:106c/-1 :1 10:1 2:0 4:-f 8x2:e/-1 :1 10:1 2:0 4:-f`,
	},
	turkish: {
		runs: `
49:ee2 7e:-81 f:122 6:9d b:-1bf f:122 6:9d 22x2:-15e 12:20 2dx2:109`,
	},
	czech: {
		runs: `
10cx2:e61 4bx2:160 7x2:2a 1cx2:80`,
		contractions: `
43+48=ee2 43+68=ee2 63+68=ee2`,
	},
	danish: {
		runs: `
c4x2:106b/2 :-2 10:1 2:0 4:-e 8x2:d/2 :-2 10:1 2:0 4:-e 54x2:e 1fx2:-e`,
		contractions: `
41+41=106d 41+61=106d 61+61=106d`,
	},
	lithuanian: {
		runs: `
59:efb 20:0 93x2:-9a 53x2:18a 1cx2:80`,
		contractions: `
43+48=e60 43+68=e60 63+68=e60`,
	},
	slovak: {
		runs: `
c4:e34 10:14f 10:-14f 10:14f 18x2:-122 53x2:18a 1cx2:80`,
		contractions: `
43+48=ee2 43+68=ee2 63+68=ee2`,
	},
	spanish2: {
		runs: `
d1:f65 20:0`,
		contractions: `
43+48=e61 43+68=e61 4c+4c=f2f 4c+6c=f2f 63+68=e61 6c+6c=f2f`,
	},
	roman: {
		runs: `
4a:efb b:149 15:-149 b:149`,
	},
	persian: {
		runs: `
621x2:e36/-3 x2:4/2 x2:-1/2 :-6 2:58b 1a:-22 4:21 2x2:4/1 x2:-10ee/5 x2:-2/-c x2:6/-3 3x3:-2ce/1 1bx2:1/e31 18x2:520/1 1f:46 17:24 c:1
f484x2:-75/1 3dx3:4f/1 14x2:26/1 57x3:1/1 1fe:-52 74x2:-10a0/1 :4 2:-2 2x2:-c/1 x2:5/1 x2:-4/1 5:107d 2x2:-5/6 x2:1/3 x2:1/-3 :1 5x2:-8/1
5x2:77/1 45x4:-23/1 dx4:1b/1 3xe:9/1`,
	},
	esperanto: {
		runs: `
108x2:e61 13x2:61 7x2:20 fx2:2f 27x2:da fx2:35`,
	},
	hungarian: {
		runs: `
d6:f83 6:9d 1a:-9d 6:9d 54x2:-9d 1fx2:9d`,
	},
	sinhala: {
		runs: `
d82x2:17a9/1 17xa:1/1 x2:2/-1 xc:2/1 2x9:1/1 2:1 3x7:1/1 4:12 5x6:-11/1 2:1 2x2:1/4 x5:1/1 :-7 13x2:-1/2`,
	},
	german2: {
		runs: `
c4=e33,e8b 2=e33,e8b 10=f82,e8b 6=101f,e8b 8=e33,e8b 2=e33,e8b 10=f82,e8b 6=101f,e8b`,
	},
	croatian: {
		runs: `
106x2:e62 5x2:-1 3x2:e 4fx2:17c 1cx2:80 46x3:-1fd x3:c1 x3:36`,
		contractions: `
44+17d=e6e 44+17e=e6e 4c+4a=f2f 4c+6a=f2f 4e+4a=f65 4e+6a=f65 64+17d=e6e 64+17e=e6e 6c+4a=f2f 6c+6a=f2f 6e+4a=f65 6e+6a=f65`,
	},
	vietnamese: {
		runs: `
c2:e35 8:57 a:f7 e:-14e 8:57 a:f7 ex2:-14f dx2:3a 8fx2:116 ex2:9c 1cf4xa:-1eb xa:-1 7xa:58 9xa:f7 xa:1 5xa:9c`,
	},
});
