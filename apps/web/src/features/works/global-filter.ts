import { parseKeyword, printKeyword } from '@otodana/keyword'

/**
 * A search within the visitor's global filter. The filter stands first: of a search that is too long the end is cut off,
 * and that must not be what keeps away works that the visitor does not want to see.
 */
export function withFilter(keyword: string, filter: string): string {
  if (filter === '') return keyword
  // Printed by themselves: a term that the one leaves open would go on in the other.
  return printKeyword(parseKeyword(`${printKeyword(parseKeyword(filter))} ${keyword}`))
}
