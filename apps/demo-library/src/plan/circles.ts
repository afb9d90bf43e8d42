/** Invented circles. `code` as collectors know them: RG and a number. */
export const circles = {
  amaoto: { name: 'あまおと工房', code: 'RG90001' },
  tsukishiro: { name: '月白書房', code: 'RG90002' },
  kitsune: { name: 'きつね堂みみかき店', code: 'RG90003' },
  harbor: { name: 'Harbor & Lamp', code: 'RG90004' },
  yofuke: { name: '夜更けの図書係', code: 'RG90005' },
  sasanaki: { name: '笹鳴り茶寮', code: 'RG90006' },
  hoshikuzu: { name: '星屑観測部☆', code: 'RG90007' },
  yunagi: { name: '夕凪ラジオ', code: 'RG90008' },
  songyu: { name: '松雨斋', code: 'RG90009' },
  panya: { name: '朝焼けパン店', code: 'RG90010' },
  nemuri: { name: 'ねむりの森Lab.', code: 'RG90011' },
  halfwidth: { name: 'ｵﾄﾉﾊ研究室Ｚ', code: 'RG90012' },
  moss: { name: 'Moss Garden Audio', code: 'RG90013' },
  dengdeng: { name: '灯灯电台', code: 'RG90014' },
  yuki: { name: '雪あかり製作所', code: 'RG90015' },
} as const

export type CircleId = keyof typeof circles

/** Invented voice actors. */
export const voices = {
  minase: '湖月いろり穂',
  hoshimiya: '星見夜すず',
  kohaku: '琥珀ゆのか',
  asagiri: '朝霧つむり',
  tsukuyo: '月夜見しおん',
  hinata: '日溜ここね',
  natsuki: '名月あかね子',
  shirase: '白瀬ましろ葉',
  kaede: '楓谷ほのり',
  yuzuki: '柚原さらさ葉',
  rindo: '竜胆そら音',
  amane: '雨音（あまね）ことり',
  toki: '十季かなめ',
  ruri: '瑠璃川みおん',
  suzushiro: '蘿蔔すずな',
  linxi: '林汐语',
  baizhi: '白芷晚',
  wren: 'Wren Hollis-Mori',
  tamsin: 'Tamsin Oake',
  zen: 'ｾﾞﾝ＝Asahina',
} as const

export type VoiceId = keyof typeof voices

/** Invented writers, illustrators and composers. */
export const staff = {
  fuyuno: '冬野すばる',
  himuro: '氷室あおい文',
  snowlight: 'Snowlight Trio',
  shiorizaki: '栞崎つむ葉',
  furukawa: '古川ゆう陽',
  lantern: '提灯屋おんぷ',
} as const

export type StaffId = keyof typeof staff

/** Series, each of one circle. */
export type SeriesName = '雪あかり便り' | '図書係の夜'
