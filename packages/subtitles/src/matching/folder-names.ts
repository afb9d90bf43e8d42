import { withoutLanguageWords } from './language-mark.ts'

const FORMATS =
  'mp3|wave?|flac|aac|m4a|ogg|opus|alac|aiff?|dsd|dsf|ハイレゾ|hi-?res|\\d{2,4}\\s*kbps|\\d{2}\\s*bit|\\d{2,3}(?:\\.\\d)?\\s*khz'
const FORMAT = new RegExp(`(^|[^a-z])(?:${FORMATS})(?![a-z])(?:版|形式|ファイル|フォーマット)?`, 'giu')
/** Folders named only after being audio. */
const SOUND = /^(?:音声|音频|音頻|音声ファイル|音声データ|audio|sound|voice)s?$/iu

const EXTRA = new RegExp(
  '特典|おまけ|オマケ|ボーナス|フリ(?:ー|-)?トーク|ふりーとーく|キャストトーク|座談会|予告|体験版|試聴|サンプル|' +
    '[赠贈]品|附[赠贈]|特别收录|特別收錄|花絮|番外|自由[谈談聊]|[杂雜雑][谈談]|试听|試聽|预告|預告|' +
    '(?:^|[^a-z])(?:bonus(?:es)?|(?:free|cast)[\\s_-]*talks?|extras?|omake|tokuten|trailers?|previews?|samples?|trials?)(?![a-z])',
  'iu',
)
const EFFECTS = '(?:se|bgm|効果音|音效|[环環]境音|(?:sound[\\s_-]*)?effects?)'
const WITHOUT_EFFECTS = new RegExp(
  `(?:^|[^a-z])${EFFECTS}[\\s_・-]*(?:なし|[無无]し?|ナシ|抜き|カット|off(?![a-z]))|` +
    `(?:[無无去]|没有|(?:^|[^a-z])(?:non?|without|w/o)[\\s_-])[\\s_-]*${EFFECTS}(?![a-z])|` +
    '(?:^|[^a-z])nose(?![a-z])',
  'iu',
)
const WITHOUT_EFFECTS_ALL = new RegExp(WITHOUT_EFFECTS, 'giu')
const WITH_EFFECTS = new RegExp(`${EFFECTS}[\\s_・-]*(?:あり|アリ|有り?|入り|on(?![a-z]))`, 'giu')
/** Parts played before or after the numbered tracks, which may or may not be counted among them. */
const PRELUDE =
  /注意|はじめに|始めに|まえがき|前書き|プロローグ|序章|序幕|タイトルコール|オープニング|イントロ|クレジット|ご?挨拶|ご購入|お礼|须知|須知|前言|序言|导入|開場|开场|prologue|intro|opening|title\s?call|readme/iu

/** Whether a name says bonus, free talk or sample. */
export function saysExtra(name: string): boolean {
  return EXTRA.test(name.normalize('NFKC'))
}

/** Whether a name says without sound effects. */
export function saysWithoutEffects(name: string): boolean {
  return WITHOUT_EFFECTS.test(name.normalize('NFKC'))
}

/** `雨 SEなし`, `雨（SEあり）` → `雨` */
export function withoutEffectWords(name: string): string {
  return name.normalize('NFKC').replace(WITHOUT_EFFECTS_ALL, ' ').replace(WITH_EFFECTS, ' ')
}

export function saysPrelude(name: string): boolean {
  return PRELUDE.test(name.normalize('NFKC'))
}

/** Returns what an audio folder's name says besides the format: `''` for `mp3`, `本編` for `01_本編(WAV)`. */
export function audioFolderKey(folder: string): string {
  const narrow = folder.normalize('NFKC').toLowerCase()
  const rest = narrow.replace(FORMAT, '$1 ')
  return SOUND.test(rest.trim()) ? '' : keyOf(rest, rest !== narrow)
}

/** Returns what a subtitle folder's name says about the audio: `''` for `字幕`, `mp3字幕` and `lrc`, `本編` for `本編字幕`. */
export function subtitleFolderKey(folder: string): string {
  const narrow = folder.normalize('NFKC').toLowerCase()
  const rest = withoutLanguageWords(narrow).replace(FORMAT, '$1 ')
  return keyOf(rest, rest !== narrow)
}

function keyOf(rest: string, isShortened: boolean): string {
  const numbered = /^\s*[([【]?\d{1,3}[)\]】]?[\s._-]+(?=\S)/u.exec(rest)
  const key = rest.slice(numbered?.[0].length ?? 0).replace(/[^\p{Letter}\p{Number}]/gu, '')
  // A number that only sorts the folder is meaningless without its name.
  return isShortened && /^\d*$/.test(key) ? '' : key || rest.replace(/[^\p{Letter}\p{Number}]/gu, '')
}
