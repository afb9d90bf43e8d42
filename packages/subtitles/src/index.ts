export { cueChangeAfter, cueIndexAt, type Cue } from './cue.ts'
export { decodeText } from './decode-text.ts'
export { audioExtensions, withoutAudioExtension } from './extensions.ts'
export { fileFormat, subtitleFormats, type SubtitleFormat } from './file-format.ts'
export { kanjiNumber } from './kanji-number.ts'
export { guessLanguage } from './language.ts'
export {
  isSelectable,
  likeliestFirst,
  MAX_LISTED_SUBTITLES,
  MAX_AUTO_READ_SUBTITLES,
  type Likelihood,
  type UnreadSubtitle,
} from './likeliest-first.ts'
export { MAX_CUE_CHARACTERS, MAX_CUES, MAX_SUBTITLE_BYTES } from './limits.ts'
export {
  AUTO_SELECT_CONFIDENCE,
  autoSelected,
  confidenceOf,
  durationCloseness,
  nameSimilarity,
  sortCandidates,
  type Candidate,
} from './match.ts'
export {
  confidenceAs,
  createMatcher,
  type Belonging,
  type MatchedAudio,
  type MatchedSubtitle,
  type Matcher,
} from './matcher.ts'
export { parseSubtitleFile, parseSubtitles, subtitleDuration } from './parse-subtitles.ts'
export { SubtitleError, type SubtitleProblem } from './subtitle-error.ts'
export { detectTextEncoding, type TextEncoding } from './text-encoding.ts'
