/**
 * Why a subtitle cannot be used: larger than `MAX_SUBTITLE_BYTES`, more than `MAX_CUES`, unknown format, or no line
 * with a time.
 */
export type SubtitleProblem = 'tooLarge' | 'tooManyCues' | 'unknownFormat' | 'noCues'

/** The only error that this package throws. */
export class SubtitleError extends Error {
  readonly problem: SubtitleProblem

  constructor(problem: SubtitleProblem) {
    super(problem)
    this.name = 'SubtitleError'
    this.problem = problem
  }
}
