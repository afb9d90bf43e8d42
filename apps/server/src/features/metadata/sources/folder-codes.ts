import { findWorkCodes, type WorkIdentity } from '@otodana/work-code'

const MAX_CODES = 10
const BETWEEN = /^[\s\])】）]*(?:[&＆+＋,，、]|\band\b|と)[\s[(【（]*$/iu

/**
 * Returns the codes of the works in one folder, as in `RJ01030001 & RJ01030002`; usually only one. Other codes in the
 * name (`sequel to RJ123456`) are part of the title.
 *
 * @param code  only the list with this code; by default the name's first
 */
export function codesOfFolder(name: string, code?: WorkIdentity): WorkIdentity[] {
  const lists: WorkIdentity[][] = []
  let end = 0
  for (const found of findWorkCodes(name)) {
    const start = found.ranges[0]?.start ?? 0
    const one = { code: found.code, id: found.id }
    const last = lists.at(-1)
    if (last && last.length < MAX_CODES && BETWEEN.test(name.slice(end, start))) last.push(one)
    else lists.push([one])
    end = found.ranges[0]?.end ?? 0
  }
  if (!code) return lists[0] ?? []
  return lists.find((list) => list.some(({ id }) => id === code.id)) ?? [code]
}
