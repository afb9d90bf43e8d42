import type { LanguageCode } from '@otodana/contract'

/** Languages as names of works state them; the longer names first. */
const names: [LanguageCode, string][] = [
  ['CHI_HANS', '简体字?中文|簡[体體]字?中文|中文简体|简中|簡中|简体字?|簡体字?|simplified chinese'],
  ['CHI_HANT', '繁[体體]字?中文|中文繁體|繁中|繁[体體]字?|traditional chinese'],
  ['CHI', '中国語|中文|chinese'],
  ['KO_KR', '韓国語|韓文|韓語|韩语|韩文|한국어|korean'],
  ['ENG', '英語|英语|英文|english|eng'],
  ['JPN', '日本語|日语|日文|japanese'],
  ['SPA', 'スペイン語|西班牙语|西班牙語|spanish|español'],
  ['ITA', 'イタリア語|意大利语|italian'],
  ['GER', 'ドイツ語|德语|德語|german|deutsch'],
  ['FRE', 'フランス語|法语|法語|french|français'],
]
// Not `English verse`, nor a word that merely begins so.
const VERSION = String.raw`[\s_-]?(?:翻訳|翻译|翻譯)?(?:版|판|\s?(?:ver(?:sion|\.)?|edition)(?![a-z]))\.?`
const MARK = new RegExp(
  `(?<![a-z])(?:${names.map(([, words], index) => `(?<l${index}>${words})`).join('|')})${VERSION}(?=$|[\\s\\p{P}])(?!\\.\\w)`,
  'giu',
)

/**
 * Takes marks of translations such as `【简体中文版】` and `English Ver.` out of a name. A name with marks of several
 * languages is left as it is.
 */
export function takeTranslationMarks(text: string): { text: string; language: LanguageCode | null } {
  const found = new Set(
    [...text.matchAll(MARK)].map(({ groups = {} }) => names.find((_, index) => groups[`l${index}`] !== undefined)?.[0]),
  )
  const [language] = found
  if (found.size !== 1 || !language) return { text, language: null }
  return { text: text.replace(MARK, ' ').trim(), language }
}
