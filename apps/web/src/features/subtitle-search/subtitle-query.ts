import { MAX_SUBTITLE_QUERY_LENGTH } from '@otodana/contract'
import { parseKeyword, plainWords, printKeyword } from '@otodana/keyword'

/** A subtitle search, without the page. */
export type SubtitleQuery = {
  query: string
  /** Filters the works. */
  keyword?: string
}

/** Splits a keyword: plain words are searched in subtitles, special terms filter works. */
export function subtitleQuery(keyword: string): SubtitleQuery {
  const scope = printKeyword(parseKeyword(keyword).filter(({ kind }) => kind !== 'plain'))
  return {
    query: wordsOf(keyword).slice(0, MAX_SUBTITLE_QUERY_LENGTH),
    ...(scope === '' ? {} : { keyword: scope }),
  }
}

/** Whether a keyword's plain words exceed the maximum, and are truncated. */
export function isQueryCut(keyword: string): boolean {
  return wordsOf(keyword).length > MAX_SUBTITLE_QUERY_LENGTH
}

/** A quoted phrase may repeat a word. */
function wordsOf(keyword: string): string {
  return plainWords(keyword).join(' ')
}
