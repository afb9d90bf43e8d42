/** What names of folders and files say about what is in them, in Japanese, Chinese and English. */

const EXTRA_WORDS =
  '特典|おまけ|オマケ|ボーナス|フリ(?:ー|-)?トーク|ふりーとーく|キャストトーク|座談会|予告|体験版|試聴|サンプル|' +
  '[赠贈]品|附[赠贈]|特别收录|特別收錄|花絮|番外|自由[谈談聊]|[杂雜雑][谈談]|试听|試聽|预告|預告'
const EXTRA_ENGLISH =
  'bonus(?:es)?|(?:free|cast)[\\s_-]*talks?|extras?|omake|tokuten|trailers?|previews?|samples?|trials?'
// Written without a look behind, which Safari on iOS 15 does not know.
const EXTRA = new RegExp(`${EXTRA_WORDS}|(?:^|[^a-z])(?:${EXTRA_ENGLISH})(?![a-z])`, 'i')

/** Extras (bonuses, free talk, samples) that nobody means who just wants to hear the work. */
export function saysExtra(name: string): boolean {
  return EXTRA.test(name.normalize('NFKC'))
}

const EFFECTS = '(?:se|bgm|効果音|音效|[环環]境音|(?:sound[\\s_-]*)?effects?)'
const WITHOUT_EFFECTS = new RegExp(
  `(?:^|[^a-z])${EFFECTS}[\\s_・-]*(?:なし|[無无]|ナシ|抜き|カット|off(?![a-z]))|` +
    `(?:[無无去]|没有|(?:^|[^a-z])(?:non?|without|w/o)[\\s_-])[\\s_-]*${EFFECTS}(?![a-z])`,
  'i',
)
/** Not `Nose`. */
const NO_SE = /(?:^|[^A-Za-z])(?:[Nn]on?|NO)SE(?![A-Za-z])/

/** It is the work without its sound effects; a folder that says nothing has them. */
export function saysWithoutEffects(name: string): boolean {
  const narrow = name.normalize('NFKC')
  return WITHOUT_EFFECTS.test(narrow) || NO_SE.test(narrow)
}
