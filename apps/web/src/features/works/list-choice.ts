type Chosen = Partial<Record<'displayMode' | 'pageSize' | 'sortOption', string | number>>

/**
 * Puts what this device has chosen for lists of works into an address that says nothing of it. One that names a page, or
 * a place on it, is of a list as it was: that keeps its order and its length.
 *
 * It stands in the page's head as well, as text, so it uses nothing from outside.
 *
 * @param chosen  settings, perhaps as they were read from storage
 * @returns whether there was something to put in
 */
export function addListChoice({ pathname, searchParams, hash }: URL, chosen: Chosen): boolean {
  const isLibrary = pathname === '/works'
  if ((!isLibrary && pathname !== '/popular' && pathname !== '/recommend') || hash !== '') return false
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
    if (choice === value || searchParams.has(name) || !/^[\w-]{1,20}$/.test(choice)) continue
    if (name !== 'displayMode' && (!isLibrary || searchParams.has('page'))) continue
    // Another order at each visit.
    isChanged = true
    searchParams.set(name, choice === 'random' ? `random-${Math.floor(Math.random() * 100)}` : choice)
  }
  return isChanged
}
