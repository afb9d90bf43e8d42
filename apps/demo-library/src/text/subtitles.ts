export type Cue = { startSeconds: number; endSeconds: number; text: string }
export const subtitleFormats = ['lrc', 'srt', 'vtt', 'ass'] as const
export type SubtitleFormat = (typeof subtitleFormats)[number]

/** Spreads lines over a track: long lines stay longer, the first waits for the fade-in, the last ends before the end. */
export function cuesFor(lines: readonly string[], trackSeconds: number): Cue[] {
  const from = Math.min(1.5, trackSeconds * 0.1)
  const span = trackSeconds - from - Math.min(2, trackSeconds * 0.1)
  const weights = lines.map((line) => 6 + line.length)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let at = from
  return lines.map((text, index) => {
    const length = (span * weights[index]!) / total
    const cue = { startSeconds: at, endSeconds: at + length * 0.94, text }
    at += length
    return cue
  })
}

export function writeSubtitles(cues: readonly Cue[], format: SubtitleFormat, title: string, language: string): string {
  return writers[format](cues, title, language)
}

const writers: Record<SubtitleFormat, (cues: readonly Cue[], title: string, language: string) => string> = {
  lrc: (cues, title) =>
    [`[ti:${title}]`, ...cues.map((cue) => `[${minutes(cue.startSeconds, 2)}]${cue.text}`), ''].join('\n'),
  srt: (cues) =>
    cues
      .map(
        (cue, i) => `${i + 1}\r\n${hours(cue.startSeconds, ',')} --> ${hours(cue.endSeconds, ',')}\r\n${cue.text}\r\n`,
      )
      .join('\r\n'),
  vtt: (cues) =>
    [
      'WEBVTT',
      '',
      ...cues.map((cue) => `${hours(cue.startSeconds, '.')} --> ${hours(cue.endSeconds, '.')}\n${cue.text}\n`),
    ].join('\n'),
  ass: (cues, title) =>
    [
      '[Script Info]',
      `Title: ${title}`,
      'ScriptType: v4.00+',
      'PlayResX: 1280',
      'PlayResY: 720',
      '',
      '[V4+ Styles]',
      'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
      'Style: Default,sans-serif,48,&H00FFFFFF,&H000000FF,&H00202020,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,60,60,40,1',
      '',
      '[Events]',
      'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
      'Comment: 0,0:00:00.00,0:00:00.00,Default,,0,0,0,,a note of the translator that players must hide',
      ...cues.map((cue, i) => {
        const fade = i % 3 === 0 ? '{\\fad(300,300)}' : ''
        return `Dialogue: 0,${centiseconds(cue.startSeconds)},${centiseconds(cue.endSeconds)},Default,,0,0,0,,${fade}${cue.text}`
      }),
      '',
    ].join('\r\n'),
}

const two = (value: number) => String(value).padStart(2, '0')

function minutes(seconds: number, decimals: number): string {
  const hundredths = Math.round(seconds * 100)
  const whole = Math.floor(hundredths / 100)
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}.${String(hundredths % 100).padStart(decimals, '0')}`
}

function hours(seconds: number, mark: string): string {
  const milliseconds = Math.round(seconds * 1000)
  const whole = Math.floor(milliseconds / 1000)
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${mark}${String(milliseconds % 1000).padStart(3, '0')}`
}

function centiseconds(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const whole = Math.floor(hundredths / 100)
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${two(hundredths % 100)}`
}
