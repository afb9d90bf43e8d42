import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

const IMPORT = 'return baseModule()'
const ARRIVING = fileURLToPath(new URL('../src/lib/missing-chunks.ts', import.meta.url))

/**
 * Gives every dynamic import of the browser's build a time in which it must arrive (`arriving`): those of routes are
 * written by the router's plugin, so that there is no other place for it. The build fails when Vite's helper has changed.
 */
export function chunkTimeout(): Plugin {
  let isDone = false
  return {
    name: 'otodana:chunk-timeout',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(IMPORT)) return null
        isDone = true
        return `import { arriving } from ${JSON.stringify(ARRIVING)};${code.replace(IMPORT, 'return arriving(baseModule())')}`
      },
    },
    buildEnd(error) {
      if (!isDone && !error) this.error('Vite imports chunks in another way, see chunk-timeout.ts')
    },
  }
}
