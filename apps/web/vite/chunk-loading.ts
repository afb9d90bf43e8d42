import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

const HELPER = 'function preload(baseModule, deps, importerUrl)'
/** How Vite names a worker's script: by a path of the server. */
const WORKER = /(new URL\(\s*(?:\/\*.*?\*\/\s*)?.)\/assets\//g
const OURS = fileURLToPath(new URL('../src/lib/chunks/load-chunk.ts', import.meta.url))

/**
 * Makes every dynamic import of the browser's build use `loadChunk`, by replacing Vite's helper, because the router's
 * plugin writes the imports of routes. The build fails if the helper has changed.
 */
export function chunkLoading(): Plugin {
  let isDone = false
  return {
    name: 'otodana:chunk-loading',
    apply: 'build',
    // A chunk is not one of its own dependencies: its import starts at once.
    config: () => ({
      build: { modulePreload: { resolveDependencies: (chunk, needs) => needs.filter((need) => need !== chunk) } },
    }),
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(HELPER)) return null
        isDone = true
        return `export { loadChunk as __vitePreload } from ${JSON.stringify(OURS)}`
      },
    },
    buildEnd(error) {
      if (!isDone && !error) this.error('Vite imports chunks in another way, see chunk-loading.ts')
    },
  }
}

/** Makes scripts find the workers that they start beside themselves, because a build does not know the base path. */
export function workersBesideScripts(): Plugin {
  return {
    name: 'otodana:workers-beside-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = file.code.replace(WORKER, '$1./')
    },
  }
}
