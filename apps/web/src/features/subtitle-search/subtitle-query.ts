import { MAX_SUBTITLE_QUERY_LENGTH } from '@otodana/contract'
import { parseKeyword, plainWords, printKeyword } from '@otodana/keyword'

/** What is asked of the API, but for the page. */
export type SubtitleQuery = {
  query: string
  /** Which works are searched. */
  keyword?: string
}

/** A keyword for subtitles: its plain words are looked for in them, its special terms say in which works. */
export function subtitleQuery(keyword: string): SubtitleQuery {
  const scope = printKeyword(parseKeyword(keyword).filter(({ kind }) => kind !== 'plain'))
  return {
    query: wordsOf(keyword).slice(0, MAX_SUBTITLE_QUERY_LENGTH),
    ...(scope === '' ? {} : { keyword: scope }),
  }
}

/** Whether a keyword's plain words are more than a search takes, so that only their beginning is looked for. */
export function isQueryCut(keyword: string): boolean {
  return wordsOf(keyword).length > MAX_SUBTITLE_QUERY_LENGTH
}

/** A quoted phrase may say a word twice. */
function wordsOf(keyword: string): string {
  return plainWords(keyword).join(' ')
}
