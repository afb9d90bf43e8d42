/**
 * Why a file is no subtitle that can be shown: larger than `MAX_SUBTITLE_BYTES`, more than `MAX_CUES`, of no known
 * format, or without a single line that has a time.
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
