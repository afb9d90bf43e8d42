import { cleanLine, cut } from '../fields/clean-text.ts'
import type { LeftFacts } from './left-facts.ts'

const MAX_LINES = 200
const MAX_LINE = 1_000
/** What programs write for a disc without a name. */
const NO_TITLE = /^(?:cd ?image|untitled|unknown(?: (?:title|album))?|audio cd|track ?\d+|new album)$/i

/** Reads a cue sheet's lines about the whole disc. @returns null if it is none */
export function readCueSheet(text: string): LeftFacts | null {
  const lines = text.split(/\r?\n/, MAX_LINES).map((line) => cleanLine(cut(line, MAX_LINE)))
  const trackAt = lines.findIndex((line) => /^TRACK \d/i.test(line))
  if (trackAt === -1) return null
  const disc = lines.slice(0, trackAt)
  const value = (command: string): string | undefined => {
    const line = disc.find((one) => one.toUpperCase().startsWith(`${command} `))
    return (
      line
        ?.slice(command.length + 1)
        .replaceAll(/^"|"$/g, '')
        .trim() || undefined
    )
  }
  const title = value('TITLE')
  return {
    title: title !== undefined && NO_TITLE.test(title) ? undefined : title,
    circle: value('PERFORMER'),
    release: value('REM DATE'),
    tags: [value('REM GENRE')].filter((genre) => genre !== undefined),
  }
}
