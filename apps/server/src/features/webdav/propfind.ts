import { BadXml, readElements } from './read-xml.ts'

/** A property by its namespace and name. */
export type PropertyName = { namespace: string; name: string }

/** What a client asks of each resource: some properties, all with their values, or all names. */
export type Propfind =
  | { kind: 'prop'; properties: readonly PropertyName[] }
  | { kind: 'allprop' }
  | { kind: 'propname' }

export const DAV = 'DAV:'
/** What clients ask for is below a kilobyte. Each property is answered for up to a thousand members. */
export const MAX_BODY_BYTES = 16 * 1024
const MAX_PROPERTIES = 50

/**
 * Reads the body of a PROPFIND; an empty one asks for all properties.
 *
 * @returns null: it is no such document
 */
export function parsePropfind(body: string): Propfind | null {
  if (body.trim() === '') return { kind: 'allprop' }
  let elements
  try {
    elements = readElements(body)
  } catch (error) {
    if (error instanceof BadXml) return null
    throw error
  }
  const isDav = ({ namespace }: PropertyName) => namespace === DAV
  const [root] = elements
  if (!root || !isDav(root) || root.name !== 'propfind') return null
  const asked = elements.filter(
    (element) => element.depth === 2 && isDav(element) && ['prop', 'allprop', 'propname'].includes(element.name),
  )
  const [question] = asked
  if (asked.length !== 1 || !question) return null
  if (question.name !== 'prop') return { kind: question.name === 'allprop' ? 'allprop' : 'propname' }
  const begin = elements.indexOf(question) + 1
  const end = elements.findIndex(({ depth }, at) => at >= begin && depth <= 2)
  const properties = elements
    .slice(begin, end === -1 ? undefined : end)
    .filter(({ depth }) => depth === 3)
    .map(({ namespace, name }) => ({ namespace, name }))
  return properties.length > MAX_PROPERTIES ? null : { kind: 'prop', properties }
}
