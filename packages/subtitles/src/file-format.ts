export const subtitleFormats = ['lrc', 'srt', 'vtt', 'ass'] as const
export type SubtitleFormat = (typeof subtitleFormats)[number]

/** What a file's name says that it is: `01.mp3.VTT` is `vtt`; null when it is no subtitle. */
export function fileFormat(fileName: string): SubtitleFormat | null {
  const lower = fileName.toLowerCase()
  return subtitleFormats.find((format) => lower.endsWith(`.${format}`)) ?? null
}
