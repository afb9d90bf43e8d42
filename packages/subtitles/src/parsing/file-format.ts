export const subtitleFormats = ['lrc', 'srt', 'vtt', 'ass'] as const
export type SubtitleFormat = (typeof subtitleFormats)[number]

/** Returns a subtitle's format by its extension: `01.mp3.VTT` is `vtt`; null if the file is not a subtitle. */
export function fileFormat(fileName: string): SubtitleFormat | null {
  const lower = fileName.toLowerCase()
  return subtitleFormats.find((format) => lower.endsWith(`.${format}`)) ?? null
}
