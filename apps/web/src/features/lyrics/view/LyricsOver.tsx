import type { Cue } from '@otodana/subtitles'
import { useEffect } from 'react'

import { useLyrics } from '../use-lyrics.ts'
import css from './LyricsOver.module.css'
import { useCueIndex } from './use-cue-index.ts'

/**
 * The current line over a picture, nothing between lines. Not a live region: its text is being spoken already.
 *
 * @param into  a track of a video that shows the lines instead, where only the browser can
 */
export default function LyricsOver({ into }: { into?: TextTrack }) {
  const { cues, language, offsetSeconds } = useLyrics()
  const index = useCueIndex(into ? null : cues, offsetSeconds)
  useEffect(() => (into && cues ? fill(into, cues, offsetSeconds) : undefined), [into, cues, offsetSeconds])
  const text = cues?.[index]?.text
  return text && !into ? (
    <p className={css.over} lang={language ?? undefined} dir="auto">
      <span className={css.text}>{text}</span>
    </p>
  ) : null
}

/** @returns a function that empties the track */
function fill(track: TextTrack, cues: readonly Cue[], offsetSeconds: number): () => void {
  const added = cues.map(({ startSeconds, endSeconds, text }) => {
    const marked = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return new VTTCue(Math.max(0, startSeconds + offsetSeconds), Math.max(0, endSeconds + offsetSeconds), marked)
  })
  for (const cue of added) track.addCue(cue)
  track.mode = 'showing'
  return () => {
    track.mode = 'disabled'
    for (const cue of added) track.removeCue(cue)
  }
}
