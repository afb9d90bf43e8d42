/** What folder and file names say about their content, in Japanese, Chinese and English. */

const EXTRA_WORDS =
  '特典|おまけ|オマケ|ボーナス|フリ(?:ー|-)?トーク|ふりーとーく|キャストトーク|座談会|予告|体験版|試聴|サンプル|' +
  '[赠贈]品|附[赠贈]|特别收录|特別收錄|花絮|番外|自由[谈談聊]|[杂雜雑][谈談]|试听|試聽|预告|預告'
const EXTRA_ENGLISH =
  'bonus(?:es)?|(?:free|cast)[\\s_-]*talks?|extras?|omake|tokuten|trailers?|previews?|samples?|trials?'
// No lookbehind: Safari on iOS 15 does not support it.
const EXTRA = new RegExp(`${EXTRA_WORDS}|(?:^|[^a-z])(?:${EXTRA_ENGLISH})(?![a-z])`, 'i')

/** Whether a name marks extras (bonuses, free talk, samples), which are not part of the main work. */
export function saysExtra(name: string): boolean {
  return EXTRA.test(name.normalize('NFKC'))
}

const EFFECTS = '(?:se|bgm|効果音|音效|[环環]境音|(?:sound[\\s_-]*)?effects?)'
const WITHOUT_EFFECTS = new RegExp(
  `(?:^|[^a-z])${EFFECTS}[\\s_・-]*(?:なし|[無无]|ナシ|抜き|カット|off(?![a-z]))|` +
    `(?:[無无去]|没有|(?:^|[^a-z])(?:non?|without|w/o)[\\s_-])[\\s_-]*${EFFECTS}(?![a-z])`,
  'i',
)
/** Does not match `Nose`. */
const NO_SE = /(?:^|[^A-Za-z])(?:[Nn]on?|NO)SE(?![A-Za-z])/

/** Whether a name marks a version without sound effects. By default a folder has them. */
export function saysWithoutEffects(name: string): boolean {
  const narrow = name.normalize('NFKC')
  return WITHOUT_EFFECTS.test(narrow) || NO_SE.test(narrow)
}

const DISC =
  /(?:^|[^a-z])(?:dis[ck]|cd|part|vol(?:ume)?|side|chapter)[\s._-]*(?:\d+|[a-d](?![a-z]))|第[\d一二三四五六七八九十]+|[上中下前後后][巻卷編篇]|\d+(?:枚目|日目|夜目|[章話话巻卷])|[ab]面/i

/** Returns the disc, part or chapter that a folder's name gives, empty if none: `Disc 1`, `第2章`, `前編`. */
export function discIn(name: string): string {
  return (DISC.exec(name.normalize('NFKC'))?.[0] ?? '').toLowerCase()
}
