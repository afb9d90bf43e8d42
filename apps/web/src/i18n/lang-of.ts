import { languageTags } from './language-names.ts'

/** Characters of simplified Chinese outside of JIS X 0208, those most frequent in titles and names. */
export const SIMPLIFIED =
  /[这们说时间见风东车门马鸟龙语话谁让请还过进远边给书为爱乐欢头验开关问闻长张电脑师妈吗呢吧岁纪结记录红绿线层种样现场陈刘杨吴赵轻诗阳阴际难题专业单战飞鱼叹]/

/** The work's fields that tell the language of its texts. */
type Edition = { language?: string | undefined; translation_info: { lang: string | null } }

/**
 * Returns the language tag of a work's text, such as its title: of its script, or where several languages share it, of
 * the edition. Undefined if it has no letters.
 */
export function langOf({ language, translation_info }: Edition, text: string): string | undefined {
  return langOfText(text, languageTags[language ?? translation_info.lang ?? ''])
}

/**
 * Returns the language tag of a text by its script: kana is Japanese, Latin letters alone English.
 *
 * @param likely  of the text's work; Han characters alone are otherwise Japanese, unless they are simplified
 */
export function langOfText(text: string, likely?: string): string | undefined {
  if (/[\u3041-\u3096\u30a1-\u30fa]/.test(text)) return 'ja'
  if (/[\uac00-\ud7a3]/.test(text)) return 'ko'
  if (/\p{Script=Han}/u.test(text)) {
    if (likely?.startsWith('zh')) return likely
    return SIMPLIFIED.test(text) ? 'zh-Hans' : 'ja'
  }
  if (!/\p{Script=Latin}/u.test(text)) return undefined
  return likely && !/^(?:ja|zh|ko)/.test(likely) ? likely : 'en'
}
