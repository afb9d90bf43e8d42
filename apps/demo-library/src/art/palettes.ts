/** Colours of one mood: a sky from top to horizon, land from far to near, and two lights. */
export type Palette = {
  sky: readonly [top: string, middle: string, low: string]
  land: readonly [far: string, middle: string, near: string]
  light: string
  accent: string
}

export const palettes = {
  midnight: {
    sky: ['#0b1230', '#1d2b5c', '#5a5f9c'],
    land: ['#36407a', '#1c2450', '#0c1130'],
    light: '#fdf0cf',
    accent: '#f2b880',
  },
  indigo: {
    sky: ['#101a3a', '#2a4170', '#7f9dc0'],
    land: ['#4a6896', '#25406b', '#111f40'],
    light: '#f4f1e4',
    accent: '#f0a08a',
  },
  dusk: {
    sky: ['#2b2250', '#8a4f7d', '#f2a37e'],
    land: ['#7a4a78', '#47305f', '#221a3d'],
    light: '#ffe2b0',
    accent: '#ff8f6b',
  },
  dawn: {
    sky: ['#5a78a8', '#c9a7b8', '#ffd9b8'],
    land: ['#a08bab', '#6c6690', '#3c4168'],
    light: '#fff4dc',
    accent: '#f08a7a',
  },
  moss: {
    sky: ['#0f2a2c', '#2c5a50', '#9cbf95'],
    land: ['#4d7f68', '#275046', '#10292a'],
    light: '#f3f2cf',
    accent: '#e9c46a',
  },
  jade: {
    sky: ['#d7e7dc', '#a9ccbf', '#e9efdc'],
    land: ['#83b1a2', '#477f78', '#1f4a4c'],
    light: '#fffdf0',
    accent: '#d9694f',
  },
  ember: {
    sky: ['#1c1020', '#4a1f2e', '#b5543a'],
    land: ['#6a2c33', '#3a1a27', '#180d18'],
    light: '#ffd58a',
    accent: '#ff9a4d',
  },
  plum: {
    sky: ['#1d1330', '#4b2a5e', '#b0709a'],
    land: ['#69427c', '#3a2352', '#190f2a'],
    light: '#fbe3ee',
    accent: '#f4a6b7',
  },
  snow: {
    sky: ['#26365a', '#6d86ae', '#d5dfec'],
    land: ['#9fb3cf', '#5c7399', '#2a3a5e'],
    light: '#fff6dd',
    accent: '#f6b26b',
  },
  teal: {
    sky: ['#06202e', '#0f5062', '#6fb7b0'],
    land: ['#2f7a80', '#12495a', '#06202e'],
    light: '#fdf3d0',
    accent: '#f4a259',
  },
  sepia: {
    sky: ['#2d2019', '#6b4a36', '#d9b387'],
    land: ['#8d6547', '#54392b', '#281b16'],
    light: '#ffeccb',
    accent: '#e07a4f',
  },
  sakura: {
    sky: ['#7a6aa0', '#d59fbe', '#fde0dc'],
    land: ['#b486ad', '#7d6094', '#453d6b'],
    light: '#fff7ef',
    accent: '#f27c93',
  },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes
