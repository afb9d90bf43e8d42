import { cleanLine } from './clean-text.ts'
import { ageInText, isAgeNote } from './age-words.ts'
import type { TagMetadata } from './work-metadata.ts'
import { uniqueByName } from '../store/names.ts'

const MAX_LENGTH = 50
/** Genres that say nothing of a work among audio works. */
const SAYS_NOTHING =
  /^(?:asmr|audio ?books?|audio ?drama|podcasts?|speech|spoken(?: ?word)?|voices?|sounds?|music|other|others|unknown|none|misc|genre|default|unclassifiable|radio|ボイス|音声|同人音声|音声作品|ボイス・asmr|その他|ラジオ|オーディオブック|有声书|其他|音频|dlsite|\(?\d+\)?)$/iu
const BETWEEN = /[;；,，、|\u0000\n]/u

/** Reads genres and subjects as tags. General ones are dropped, and so are ages, which are a field of their own. */
export function tagsOf(genres: readonly string[]): TagMetadata[] {
  const names = genres
    .flatMap((genre) => genre.split(BETWEEN))
    .map(cleanLine)
    .filter((name) => name !== '' && name.length <= MAX_LENGTH && /\p{L}/u.test(name))
    .filter((name) => !SAYS_NOTHING.test(name.normalize('NFKC')) && !isAge(name))
  return uniqueByName(names, (name) => name).map((name) => ({ name }))
}

function isAge(name: string): boolean {
  return isAgeNote(name.normalize('NFKC')) || (name.length < 8 && ageInText(name) !== null)
}
