/** Rules of docs/design.md, "Words", that a machine can check. */
import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { locales, type Locale } from './locale.ts'

type Texts = { [key: string]: string | Texts }

const filesOf = (locale: Locale) => readdirSync(new URL(`${locale}/`, import.meta.url))

function read(locale: Locale, file: string): Texts {
  return JSON.parse(readFileSync(new URL(`${locale}/${file}`, import.meta.url), 'utf8')) as Texts
}

/** Returns dotted keys and their texts. */
function flatten(texts: Texts, prefix: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value] as [string, string]] : flatten(value, `${prefix}${name}.`),
  )
}

const textsOf = Object.fromEntries(
  locales.map((locale) => [
    locale,
    filesOf(locale).flatMap((file) => flatten(read(locale, file), `${file.replace('.json', '')} `)),
  ]),
) as Record<Locale, [key: string, text: string][]>

/** Returns the named texts that violate a rule. */
const wrongIn = (locale: Locale, rule: RegExp, except: RegExp = /^$/) =>
  textsOf[locale].filter(([key, text]) => rule.test(text) && !except.test(key)).map(([key, text]) => `${key}: ${text}`)

const CJK = String.raw`[\u3040-\u30ff\u3400-\u9fff]`

/** What the vocabulary replaced, with the word to use. */
const replaced: Record<Locale, readonly [use: string, not: RegExp][]> = {
  en: [
    ['subtitles', /\blyrics?\b/i],
    ['favourite works, bookmark', /\bliked works|quick marks?\b/i],
    ['store', /\bshops?\b/i],
    ['automatically', /\bby (?:itself|themselves)\b/i],
    ['yourself', /\bby hand\b/i],
    ['replaces, is used', /\b(?:taken|takes?) (?:over|out)\b/i],
    ['log in, log out', /\bsign(?:ed|s|ing)?[ -](?:ins?|out|up)\b/i],
    ['Reload the page', /Refresh the page/i],
    ['This can’t be undone', /This cannot be undone/],
    ['British spelling', /\b(?:favorites?|colors?|license|catalog(?:ed)?|gr[ae]y|cancell?ing|canceled|recogniz\w+)\b/i],
  ],
  ja: [
    ['字幕', /歌詞/],
    ['プレイリスト', /再生リスト/],
    ['進み具合', /進捗/],
    ['作品番号', /作品コード/],
    ['作品情報', /メタデータ/],
    ['見つからない作品', /欠落/],
    ['メンバー', /会員/],
    ['カバー', /ジャケット|カバー画像/],
    ['似ている作品', /類似作品/],
    ['端末', /デバイス/],
    [
      'ブラウザー、サーバー、フォルダー、ユーザー、プレーヤー',
      /(?:ブラウザ|サーバ|フォルダ|ユーザ|プレーヤ)(?!ー)|プレイヤー/,
    ],
    ['再試行', /もう一度試/],
    ['再取得', /取得し直/],
    ['インポート', /取り込/],
    ['kikoeruからは「引き継ぐ」', /引っ越/],
    ['管理画面', /管理ページ/],
    ['…を選択', /を選ぶ…/],
    ['ほか、1つ', /(?<!の)他の|一つ|ひとつの/],
    ['〜 (U+301C)', /～/],
  ],
  'zh-CN': [
    ['字幕', /歌词/],
    ['音声库', /作品库|媒体库/],
    ['作品信息', /元数据/],
    ['重新加载', /刷新页面/],
    ['线路', /服务器地址/],
    ['睡眠定时器', /睡眠定时(?!器)/],
    ['Free Talk', /自由谈话/],
    ['仅限链接访问', /不公开列出/],
    ['找不到的作品', /缺失的作品/],
    ['年龄分级', /(?<!全)年龄(?!分级)/],
    ['条音轨', /(?:[\d}]|这|上一|下一) ?个音轨|[上下]一首|曲目|歌曲/],
    ['永久删除', /彻底删除/],
    ['正在…', /加载中|保存中|下载中/],
    ['你、账号、登录、其他', /您|[帐账]户|帐号|登陆|其它/],
  ],
}

test('WRD-01 one thing has one name', () => {
  for (const locale of locales) {
    for (const [use, not] of replaced[locale]) expect(wrongIn(locale, not), use).toEqual([])
  }
})

describe('WRD-02 punctuation is that of the language', () => {
  test('quotes and ellipses are typographic, and nothing is shouted', () => {
    // The signs that a search understands are written as they are typed.
    for (const locale of locales)
      expect(wrongIn(locale, /\.\.\.|\w'\w|"|[!！]|・・|。。|  /, /^subtitle-search hint/)).toEqual([])
    expect(wrongIn('en', /[「」『』《》]/)).toEqual([])
    expect(wrongIn('ja', /[“”『』《》]/)).toEqual([])
    expect(wrongIn('zh-CN', /[「」『』]/)).toEqual([])
  })

  test('Japanese and Chinese have full-width signs beside their characters and no space before %', () => {
    const halfWidth = new RegExp(`${CJK}[,;?!()]|[,;?!()]${CJK}|(?:${CJK}|\\}):(?!\\d)|\\} %`)
    for (const locale of ['ja', 'zh-CN'] as const) expect(wrongIn(locale, halfWidth)).toEqual([])
  })

  test('in Japanese no space stands beside numbers, values and Latin words; in Chinese one does', () => {
    const [kana, han] = ['[\\u3040-\\u30ff\\u3400-\\u9fff、。]', '[\\u3400-\\u9fff]']
    expect(wrongIn('ja', new RegExp(`${kana} (?:\\{\\{|\\w)|(?:\\}\\}|\\w) ${kana}`))).toEqual([])
    // Chinese dates have no spaces, and times may be ages.
    const written = /^work-detail (?:day|months)|^player elsewhere\.|^history (?:jump|search)\.|^outbox item\.unheard/
    const beside = new RegExp(`${han}(?:\\{\\{|[a-z0-9])|(?:\\}\\}|[a-z0-9])${han}`, 'i')
    expect(wrongIn('zh-CN', beside, written)).toEqual([])
  })

  test('titles of works are quoted as such in Chinese', () => {
    // In the player a title is that of a track.
    expect(wrongIn('zh-CN', /“\{\{title\}\}”/, /^player /)).toEqual([])
  })
})

test('WRD-03 a setting has the same name on its screen and in a file of settings', () => {
  for (const locale of locales) {
    const settings = read(locale, 'settings.json')
    const names = Object.entries(read(locale, 'settings-backup.json').names as Record<string, string>)
    const shown = (key: string) => {
      const setting = settings[key]
      return typeof setting === 'object' ? setting.label : setting
    }
    const both = names.filter(([key]) => shown(key) !== undefined)
    expect(both.length).toBeGreaterThan(15)
    expect(both.filter(([key, name]) => shown(key) !== name)).toEqual([])
  }
})

test('WRD-04 no text denies twice', () => {
  expect(wrongIn('en', /\b(?:no|not|none|nothing|never)\b[^.,;:]*\b(?:lacks?|missing|without|unless|none)\b/i)).toEqual(
    ['errors-deferred folder.notFound: No scan has found this folder without a code. It may have been moved.'],
  )
  expect(wrongIn('ja', /(?:ない|ません)[^。、]*ありません|ないと[^。、]*ません/)).toEqual([])
  expect(wrongIn('zh-CN', /没有[^。，；：]*(?:找不到|缺|无法|不能)/)).toEqual([])
})

test('WRD-05 a button says what it does', () => {
  for (const locale of locales) expect(wrongIn(locale, /^(?:OK|Yes|No|はい|いいえ|确定|是|否)$/i)).toEqual([])
})
