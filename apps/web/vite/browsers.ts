import { parseSync, type Plugin } from 'vite'

/**
 * The oldest supported browsers: Safari of iOS 15.6 and macOS 10.15, the last Chrome for Windows 7, and the first Firefox with
 * `:has()`. Styles are compiled down to them; built-ins, and styles that cannot be compiled, are checked here. Older iOS gets a
 * notice (`features/shell/old-ios`).
 */
export const oldestBrowsers = ['safari15.6', 'ios15.6', 'chrome109', 'edge109', 'firefox121']

/**
 * The same for scripts. Safari 15 supports the syntax of 16 except for one bug (https://webkit.org/b/236843):
 * parentheses in the initialiser of a class field. Compiling all fields would add 1.3 kB to every first load;
 * `findBadFields` searches for those instead.
 */
export const scriptTargets = oldestBrowsers.map((name) => name.replace('15.6', '16'))

/** Built-ins missing in one of them, and the Safari version that added them. */
export const newerBuiltIns: readonly { on: string; name: string; safari: string }[] = [
  ...methods('Array.prototype', '16.0', 'toSorted', 'toSpliced', 'toReversed', 'with'),
  ...methods('HTMLFormElement.prototype', '16.0', 'requestSubmit'),
  ...methods('String.prototype', '16.4', 'toWellFormed', 'isWellFormed'),
  ...methods('Array', '16.4', 'fromAsync'),
  ...methods('AbortSignal', '16.0', 'timeout'),
  ...methods('AbortSignal', '17.4', 'any'),
  ...methods('URLSearchParams.prototype', '17.0', 'size'),
  ...methods('URL', '17.0', 'canParse'),
  ...methods('URL', '18.0', 'parse'),
  ...methods('Element.prototype', '17.4', 'checkVisibility'),
  ...methods('HTMLElement.prototype', '17.0', 'showPopover', 'hidePopover', 'togglePopover'),
  ...methods('Object', '17.4', 'groupBy'),
  ...methods('Map', '17.4', 'groupBy'),
  ...methods('Promise', '17.4', 'withResolvers'),
  ...methods('Promise', '18.2', 'try'),
  ...methods(
    'Set.prototype',
    '17.0',
    'union',
    'intersection',
    'difference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
  ),
  ...methods('Iterator.prototype', '18.4', 'toArray'),
  ...methods('Response', '17.0', 'json'),
  ...methods('RegExp', '18.2', 'escape'),
]

/** Styles that cannot be compiled, and invalidate a rule. */
const newerStyles = [/color-mix\(/, /[^-]light-dark\(/, /[: ]round\(/, /oklch\(/]

function methods(on: string, safari: string, ...names: string[]) {
  return names.map((name) => ({ on, name, safari }))
}

/**
 * Returns what the oldest browsers lack, in words; feature-tested calls (`x.showPopover?.()`) are fine. Does not detect
 * getters (`size`), which the browser test does.
 */
export function findNewerBuiltIns(code: string): string[] {
  return newerBuiltIns.flatMap(({ on, name, safari }) => {
    const isOwn = on.endsWith('.prototype')
    // React's own warning mentions one of them.
    const use = isOwn ? `\\.${name}\\((?!\\) instead)` : `\\b${on}\\.${name}\\(`
    return new RegExp(use).test(code) ? [`${on}.${name} (Safari ${safari})`] : []
  })
}

/** Returns class fields that may fail in Safari 15. */
export function findBadFields(code: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, value } = node as { type?: string; value?: { start: number; end: number } | null }
    if (type === 'PropertyDefinition' && value) {
      const text = code.slice(value.start, value.end)
      if (text.includes('(')) found.push(text)
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseSync('chunk.js', code).program.body)
  return found
}

/** Returns the parts of a style sheet that they do not support. */
export function findNewerStyles(css: string): string[] {
  return newerStyles.flatMap((style) => style.exec(css)?.[0] ?? [])
}

/** Fails a build that uses what the oldest browsers lack. */
export function onlyKnownBuiltIns(): Plugin {
  return {
    name: 'otodana:only-known-built-ins',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const found =
          file.type === 'chunk'
            ? [...findNewerBuiltIns(file.code), ...findBadFields(file.code)]
            : file.fileName.endsWith('.css')
              ? findNewerStyles(String(file.source))
              : []
        if (found.length > 0) this.error(`${file.fileName} needs a newer browser: ${found.join(', ')}`)
      }
    },
  }
}
