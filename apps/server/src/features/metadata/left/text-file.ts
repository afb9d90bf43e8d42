import type { LeftFacts } from './left-facts.ts'

const MAX_LINES = 2_000
const MAX_LINE = 1_000
/** Longer lines than this have no label. */
const MAX_LABELLED = 300
const MAX_DESCRIPTION_LINES = 200

const labels = {
  codes: '作品番号|作品id|作品コード|品番|rjコード|rj番号|product ?(?:id|code)|work ?no|作品编号',
  title: '作品名|作品タイトル|タイトル|題名|title|作品名称|作品标题|标题|標題',
  circle: 'サークル名?|制作サークル|ブランド名?|メーカー名?|circle(?: ?name)?|maker|brand|社团名?|社團名?',
  voiceActors: '声優|声の出演|出演者?|キャスト|cv|cast|voice ?(?:actor|actress)?s?|声优|聲優|配音',
  release: '販売日|発売日|配信開始日|配信日|リリース日|公開日|release(?: ?date)?|released|发售日|贩卖日|販賣日',
  tags: 'ジャンル|タグ|genres?|tags?|分类|分類|标签|標籤',
  age: '年齢指定|対象年齢|年齢区分|age(?: ?rating)?|年龄指定|年龄分级',
  description:
    '作品内容|作品紹介|作品概要|あらすじ|ストーリー|内容紹介|概要|description|story|synopsis|作品简介|简介|簡介',
} as const
type Label = keyof typeof labels

const LINE = new RegExp(
  String.raw`^[\s■◆●○□◇★☆▼・*#>-]*(?<bracket>[【[［〔(（<＜])?\s*(?:${Object.entries(labels)
    .map(([field, words]) => `(?<${field}>${words})`)
    .join('|')})\s*(?<closed>[】\]］〕)）>＞])?\s*(?<delimiter>[:：=／|\t])?\s*(?<value>.*)$`,
  'iu',
)

/**
 * Reads a text file of labelled lines, as shops and circles put beside their works: `作品名：…`, `【サークル】…`, `CV: …`, or
 * a label above its value.
 *
 * @returns null if it is another text: fewer than two different labels, or neither title nor circle
 */
export function readTextFile(text: string): LeftFacts | null {
  const lines = text.split(/\r?\n/, MAX_LINES).map((line) => line.slice(0, MAX_LINE))
  const found: Partial<Record<Label, string>> = {}
  for (let at = 0; at < lines.length; at++) {
    const labelled = readLine(lines[at] ?? '')
    if (!labelled) continue
    const { field } = labelled
    const value =
      field === 'description' ? textBelow(lines, at, labelled.value) : valueOf(labelled.value, lines[at + 1])
    if (value !== '') found[field] ??= value
  }
  const count = Object.keys(found).filter((field) => field !== 'description').length
  if (count < 2 || (found.title === undefined && found.circle === undefined)) return null
  const { codes, voiceActors, tags, ...single } = found
  return {
    ...single,
    title: single.title ?? titleLine(lines),
    codes: codes ? [codes] : [],
    voiceActors: voiceActors ? [voiceActors.replaceAll(/(?:様|さま)(?=$|[^\p{L}])/gu, '')] : [],
    tags: tags ? tags.split(/[/／\s]+/) : [],
  }
}

/** The first line, if it is a title in its quotes. */
function titleLine(lines: readonly string[]): string | undefined {
  const first = lines.find((line) => line.trim() !== '') ?? ''
  return /^\s*(?:『(.+)』|《(.+)》)\s*$/u.exec(first)?.slice(1).find(Boolean)
}

function readLine(line: string): { field: Label; value: string } | null {
  const groups = line.length <= MAX_LABELLED ? LINE.exec(line.trim())?.groups : undefined
  if (!groups) return null
  const { bracket, closed, delimiter, value = '' } = groups
  const isMarked = delimiter !== undefined || (bracket !== undefined && closed !== undefined)
  // A label alone in its line; in running text it is a word.
  if (!isMarked && value !== '') return null
  const field = (Object.keys(labels) as Label[]).find((label) => groups[label] !== undefined)
  return field ? { field, value: value.trim() } : null
}

function valueOf(value: string, next = ''): string {
  return value !== '' || readLine(next) ? value : next.trim()
}

function textBelow(lines: readonly string[], at: number, first: string): string {
  const text = [first]
  for (const line of lines.slice(at + 1, at + 1 + MAX_DESCRIPTION_LINES)) {
    if (readLine(line) || /^\s*(?:[-=_*~─━]{4,}|[■◆●]|【.*】\s*$)/u.test(line)) break
    text.push(line.trimEnd())
  }
  return text.join('\n').trim()
}
