import { MAX_SUBTITLE_QUERY_LENGTH } from '@otodana/contract'
import { parseKeyword } from '@otodana/keyword'

/** What of a keyword can stand in subtitles: its plain words. Empty when there are none. */
export function subtitleQuery(keyword: string | undefined): string {
  return parseKeyword(keyword ?? '')
    .flatMap((term) => (term.kind === 'plain' ? [term.text] : []))
    .join(' ')
    .slice(0, MAX_SUBTITLE_QUERY_LENGTH)
}
