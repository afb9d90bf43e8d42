export { cueChangeAfter, cueIndexAt, type Cue } from './parsing/cue.ts'
export { decodeText } from './encoding/decode-text.ts'
export { audioExtensions, withoutAudioExtension } from './matching/extensions.ts'
export { fileFormat, subtitleFormats, type SubtitleFormat } from './parsing/file-format.ts'
export { kanjiNumber } from './matching/kanji-number.ts'
export { guessLanguage } from './parsing/language.ts'
export { languagesOf, subtitleLanguages, type SubtitleLanguage } from './parsing/languages.ts'
export {
  isSelectable,
  likeliestFirst,
  MAX_LISTED_SUBTITLES,
  MAX_AUTO_READ_SUBTITLES,
  type Likelihood,
  type UnreadSubtitle,
} from './matching/likeliest-first.ts'
export { MAX_CUE_CHARACTERS, MAX_CUES, MAX_SUBTITLE_BYTES } from './limits.ts'
export {
  AUTO_SELECT_CONFIDENCE,
  autoSelected,
  confidenceOf,
  durationCloseness,
  nameSimilarity,
  sortCandidates,
  type Candidate,
} from './matching/match.ts'
export {
  confidenceAs,
  createMatcher,
  type Belonging,
  type MatchedAudio,
  type MatchedSubtitle,
  type Matcher,
} from './matching/matcher.ts'
export { parseSubtitleFile, parseSubtitles, subtitleDuration } from './parsing/parse-subtitles.ts'
export { SubtitleError, type SubtitleProblem } from './subtitle-error.ts'
export { detectTextEncoding, type TextEncoding } from './encoding/text-encoding.ts'
