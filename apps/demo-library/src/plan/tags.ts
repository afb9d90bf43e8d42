export type DemoTag = {
  name: string
  ja: string
  zh: string
  en: string
  censored?: { ja: string; zh: string; en: string }
}

const table = {
  asmr: ['ASMR', 'ASMR', 'ASMR'],
  binaural: ['バイノーラル/ダミヘ', '双声道立体声/人头麦', 'Binaural'],
  healing: ['癒し', '治愈', 'Healing'],
  sleep: ['安眠', '安眠', 'Sleep'],
  earCleaning: ['耳かき', '掏耳', 'Ear Cleaning'],
  whisper: ['ささやき', '耳语', 'Whispering'],
  rain: ['雨音', '雨声', 'Rain'],
  wind: ['風', '风声', 'Wind'],
  waves: ['波音', '海浪', 'Waves'],
  fire: ['焚き火', '篝火', 'Bonfire'],
  bells: ['鈴の音', '铃声', 'Bells'],
  taps: ['タッピング', '敲击', 'Tapping'],
  musicBox: ['オルゴール', '八音盒', 'Music Box'],
  reading: ['朗読', '朗读', 'Reading Aloud'],
  fantasy: ['ファンタジー', '奇幻', 'Fantasy'],
  daily: ['日常/生活', '日常/生活', 'Daily Life'],
  sea: ['海', '海', 'Sea'],
  stars: ['天体観測', '天文观测', 'Stargazing'],
  tea: ['お茶', '茶', 'Tea'],
  books: ['本・図書館', '书与图书馆', 'Books & Libraries'],
  train: ['列車', '列车', 'Trains'],
  travel: ['旅', '旅行', 'Travel'],
  winter: ['冬', '冬天', 'Winter'],
  summer: ['夏', '夏天', 'Summer'],
  spring: ['春', '春天', 'Spring'],
  autumn: ['秋', '秋天', 'Autumn'],
  fox: ['きつね', '狐狸', 'Fox'],
  cat: ['ねこ', '猫', 'Cat'],
  witch: ['魔女', '魔女', 'Witch'],
  robot: ['アンドロイド', '机器人', 'Android'],
  friend: ['幼なじみ', '青梅竹马', 'Childhood Friend'],
  family: ['家族', '家人', 'Family'],
  work: ['お仕事', '职场', 'Work Life'],
  mystery: ['ミステリー', '推理', 'Mystery'],
  comedy: ['コメディ', '喜剧', 'Comedy'],
  bakery: ['パン屋', '面包店', 'Bakery'],
  shrine: ['神社', '神社', 'Shrine'],
  meditation: ['瞑想', '冥想', 'Meditation'],
  ambience: ['環境音', '环境音', 'Ambience'],
  noVoice: ['ボイスなし', '无人声', 'No Voice'],
  ghost: ['やさしい幽霊', '温柔的幽灵', 'Gentle Ghost'],
  lateSnack: ['夜食', '宵夜', 'Midnight Snack'],
  tickle: ['くすぐり', '挠痒痒', 'Tickling'],
} as const satisfies Record<string, readonly [ja: string, zh: string, en: string]>

export type TagId = keyof typeof table

/** Other words for the same harmless things: they let the setting that swaps names be seen at work. */
const censored: Partial<Record<TagId, { ja: string; zh: string; en: string }>> = {
  lateSnack: { ja: '夜の小さなごちそう', zh: '夜里的小点心', en: 'Evening Treat' },
  tickle: { ja: 'こちょこちょ', zh: '咯咯笑', en: 'Giggles' },
  ghost: { ja: '透きとおる友だち', zh: '透明的朋友', en: 'See-through Friend' },
}

export function tagOf(id: TagId): DemoTag {
  const [ja, zh, en] = table[id]
  const other = censored[id]
  return { name: ja, ja, zh, en, ...(other ? { censored: other } : {}) }
}
