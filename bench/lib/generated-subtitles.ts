import { distinct, pick, type Random, seededRandom, zipf } from './random.ts'
import { latinWord, word } from './words.ts'

export type GeneratedLine = { startSeconds: number; endSeconds: number; text: string }

const LINES = { fewest: 60, most: 240 }
const VOCABULARY = { ja: 8_000, zh: 8_000, en: 4_000 }

const list = (text: string) => text.trim().split(/\s+/)

// Function words of spoken Japanese, Chinese and English; every line consists of these and of random words.
const JA_PARTICLES = list('は が を に で と の も から まで って より でも には とか だけ ね')
const JA_ENDINGS = list(`
  です ですね ます ますね ました ましょう ましょうね てください ちゃいました だよ だね だよね かな かもしれません
  てもいいですか てあげる てあげますね てるよ てるね たいな なの なんです でしょう くださいね しますね いきますよ
`)
const JA_OPENINGS = list(
  'ねえ、 あのね、 ふふっ、 はい、 じゃあ、 えっと、 うん、 ほら、 それじゃあ、 ゆっくり、 そっと、 もう少し、 大丈夫、',
)
const ZH_PARTS = list('的 了 是 我 你 在 就 也 都 很 不 要 会 这样 那么 一点 慢慢 轻轻 现在 已经 可以 我们 什么 没有')
const ZH_ENDINGS = list('吧。 呢？ 哦。 了。 呀！ 好吗？ 。 …… 的。')
const EN_PARTS = list(`
  the a and to of you I it is that in we my your me for on with be so this are not can just let now have will don't
  there what like here all right okay then it's I'm you're very little good
`)

export type SubtitleLanguage = 'ja' | 'zh' | 'en'

type Draw = {
  random: Random
  words: Record<SubtitleLanguage, readonly string[]>
  ranks: Record<SubtitleLanguage, () => number>
}

/**
 * Generates lines of invented subtitles: two thirds of the files are Japanese, a fifth Chinese, the rest English, with
 * realistic word frequencies (Zipf). Reproducible by seed and file.
 */
export function createSubtitleGenerator(seed = 1) {
  const random = seededRandom(seed)
  const words = {
    ja: distinct(VOCABULARY.ja, () => word(random)),
    zh: distinct(VOCABULARY.zh, () => hanzi(random)),
    en: distinct(VOCABULARY.en, () => englishWord(random)),
  }

  function drawFor(file: number): Draw {
    const own = seededRandom(seed * 1_000_003 + file)
    return {
      random: own,
      words,
      ranks: { ja: zipfOf('ja', own), zh: zipfOf('zh', own), en: zipfOf('en', own) },
    }
  }
  // The distributions' tables are shared by all files; only the drawn numbers differ.
  let current: Random = random
  const shared = {
    ja: zipf(VOCABULARY.ja, 0.95, () => current()),
    zh: zipf(VOCABULARY.zh, 0.95, () => current()),
    en: zipf(VOCABULARY.en, 0.95, () => current()),
  }
  function zipfOf(language: SubtitleLanguage, own: Random): () => number {
    return () => {
      current = own
      return shared[language]()
    }
  }

  return {
    words,
    lines(file: number): GeneratedLine[] {
      const draw = drawFor(file)
      const language = languageOf(file)
      const count = LINES.fewest + Math.floor(draw.random() * (LINES.most - LINES.fewest + 1))
      let at = 1 + draw.random() * 5
      return Array.from({ length: count }, () => {
        const text = line(draw, language)
        const lasting = 1.5 + text.length * (language === 'en' ? 0.06 : 0.15)
        const startSeconds = Math.round(at * 100) / 100
        at += lasting + draw.random() * 2
        return { startSeconds, endSeconds: Math.round((startSeconds + lasting) * 100) / 100, text }
      })
    },
  }
}

export type SubtitleGenerator = ReturnType<typeof createSubtitleGenerator>

function languageOf(file: number): SubtitleLanguage {
  const place = file % 15
  return place < 10 ? 'ja' : place < 13 ? 'zh' : 'en'
}

function line({ random, words, ranks }: Draw, language: SubtitleLanguage): string {
  const next = () => words[language][ranks[language]()]!
  if (language === 'ja') {
    const opening = random() < 0.2 ? pick(JA_OPENINGS, random) : ''
    const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => next() + pick(JA_PARTICLES, random))
    return `${opening}${parts.join('')}${next()}${pick(JA_ENDINGS, random)}${random() < 0.7 ? '。' : '♪'}`
  }
  if (language === 'zh') {
    const parts = Array.from({ length: 3 + Math.floor(random() * 4) }, () =>
      random() < 0.45 ? pick(ZH_PARTS, random) : next(),
    )
    return parts.join('') + pick(ZH_ENDINGS, random)
  }
  const parts = Array.from({ length: 4 + Math.floor(random() * 7) }, () =>
    random() < 0.5 ? pick(EN_PARTS, random) : next(),
  )
  return `${parts.join(' ')}.`
}

function hanzi(random: Random): string {
  const length = random() < 0.75 ? 2 : random() < 0.6 ? 1 : 3
  // Squaring makes some characters far more frequent.
  return Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(random() * random() * 6_000))).join('')
}

function englishWord(random: Random): string {
  if (random() < 0.1) return latinWord(random)
  const onsets = list('b br c ch d dr f fl g gr h j k l m n p pl pr qu r s sh sl sp st t th tr v w wh')
  const vowels = list('a e i o u ea ee oo ou ai ie')
  const codas = list('d l m n ng nt nd p r rm s ss st t ck sh th ve')
  const syllables = 1 + Math.floor(random() * 2.4)
  let text = ''
  for (let index = 0; index < syllables; index++) text += pick(onsets, random) + pick(vowels, random)
  return text + pick(codas, random)
}
