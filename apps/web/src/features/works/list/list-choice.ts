import type { ListChoice } from '../works-search.ts'

/**
 * Adds this device's display options to a URL of a list that contains none. A URL with a page or a work's position
 * keeps its order and page size, because it refers to that list.
 *
 * Also inlined in the page's head as text, so it must not use anything from outside.
 *
 * @param path  of the URL, within the app
 * @returns whether anything was added
 */
export function addListChoice(path: string, { searchParams, hash }: URL, chosen: Partial<ListChoice>): boolean {
  const isLibrary = path === '/works'
  // The hash may be something else: Telegram passes data to mini-apps in it.
  const isPlace = /^#work-\d+$/.test(hash)
  if ((!isLibrary && path !== '/popular' && path !== '/recommend') || isPlace) return false
  let isChanged = false
  const defaults = [
    ['displayMode', 'detail'],
    ['pageSize', '20'],
    ['sortOption', 'create_date'],
  ] as const
  for (const [name, value] of defaults) {
    const choice = String(chosen[name] ?? value)
    // Explicit if the device's choice differed until now.
    if (choice === value && searchParams.get(name) === value) searchParams.delete(name)
    if (choice === value || searchParams.has(name)) continue
    if (name !== 'displayMode' && (!isLibrary || searchParams.has('page'))) continue
    // A new order on each visit.
    isChanged = true
    searchParams.set(name, choice === 'random' ? `random-${Math.floor(Math.random() * 100)}` : choice)
  }
  return isChanged
}
