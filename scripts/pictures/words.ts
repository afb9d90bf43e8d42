import { readFileSync } from 'node:fs'

/** Looks up a text: `words('player:queue.title', { count: 3 })`. */
export type Words = (key: string, values?: Record<string, string | number>) => string

type Texts = { [key: string]: string | Texts }

const folder = new URL('../../apps/web/src/i18n/', import.meta.url)

/**
 * The web app's texts in one language, to find elements by their names.
 *
 * @throws {Error} when there is no such text
 */
export function wordsOf(locale: string): Words {
  const kept = new Map<string, Texts>()
  return (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(':')
    const texts =
      kept.get(namespace) ?? (JSON.parse(readFileSync(new URL(`${locale}/${namespace}.json`, folder), 'utf8')) as Texts)
    kept.set(namespace, texts)
    let found: string | Texts | undefined = texts
    for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${locale}`)
    return found.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => String(values[name] ?? hole))
  }
}
