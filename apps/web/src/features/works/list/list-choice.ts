import type { ListChoice } from '../works-search.ts'

/**
 * Puts what this device has chosen for lists of works into an address that says nothing of it. One that names a page, or
 * a work's place on it, is of a list as it was: that keeps its order and its length.
 *
 * It stands in the page's head as well, as text, so it uses nothing from outside.
 *
 * @returns whether there was something to put in
 */
export function addListChoice({ pathname, searchParams, hash }: URL, chosen: Partial<ListChoice>): boolean {
  const isLibrary = pathname === '/works'
  // Other things may stand behind the #: Telegram tells a mini-app there who opens it.
  const isPlace = /^#work-\d+$/.test(hash)
  if ((!isLibrary && pathname !== '/popular' && pathname !== '/recommend') || isPlace) return false
  let isChanged = false
  const defaults = [
    ['displayMode', 'detail'],
    ['pageSize', '20'],
    ['sortOption', 'create_date'],
  ] as const
  for (const [name, value] of defaults) {
    const choice = String(chosen[name] ?? value)
    // Said where something else had been chosen until now.
    if (choice === value && searchParams.get(name) === value) searchParams.delete(name)
    if (choice === value || searchParams.has(name)) continue
    if (name !== 'displayMode' && (!isLibrary || searchParams.has('page'))) continue
    // Another order at each visit.
    isChanged = true
    searchParams.set(name, choice === 'random' ? `random-${Math.floor(Math.random() * 100)}` : choice)
  }
  return isChanged
}
