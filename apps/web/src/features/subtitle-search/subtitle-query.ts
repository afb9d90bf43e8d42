import { MAX_SUBTITLE_QUERY_LENGTH } from '@otodana/contract'
import { parseKeyword, printKeyword } from '@otodana/keyword'

/** What is asked of the API, but for the page. */
export type SubtitleQuery = {
  query: string
  /** Which works are searched. */
  keyword?: string
}

/** A keyword for subtitles: its plain words are looked for in them, its special terms say in which works. */
export function subtitleQuery(keyword: string): SubtitleQuery {
  const terms = parseKeyword(keyword)
  const words = terms.flatMap((term) => (term.kind === 'plain' ? [term.text] : []))
  const scope = printKeyword(terms.filter(({ kind }) => kind !== 'plain'))
  return {
    query: words.join(' ').slice(0, MAX_SUBTITLE_QUERY_LENGTH),
    ...(scope === '' ? {} : { keyword: scope }),
  }
}
