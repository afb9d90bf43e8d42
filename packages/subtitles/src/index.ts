export { cueChangeAfter, cueIndexAt, type Cue } from './cue.ts'
export { decodeText } from './decode-text.ts'
export { fileFormat, subtitleFormats, type SubtitleFormat } from './file-format.ts'
export { guessLanguage } from './language.ts'
export { MAX_CUE_CHARACTERS, MAX_CUES, MAX_SUBTITLE_BYTES } from './limits.ts'
export {
  AUTO_SELECT_CONFIDENCE,
  autoSelected,
  confidenceOf,
  durationCloseness,
  LEAST_SELECTABLE_SIMILARITY,
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
