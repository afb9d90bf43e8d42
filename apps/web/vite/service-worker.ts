import { fileURLToPath } from 'node:url'

import { build, type Plugin } from 'vite'

import { onlyKnownBuiltIns, scriptTargets } from './browsers.ts'
import { leanContract } from './lean-contract.ts'

const entry = fileURLToPath(new URL('../src/worker/sw.ts', import.meta.url))

/**
 * Writes `sw.js` beside the browser's build. It lists all files of that build, so that another build is another worker,
 * which is how browsers detect it.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'otodana:service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => fileName.startsWith('assets/'))
      const first = files.find((file) => file.type === 'chunk' && file.isEntry)
      if (!dir || !first) throw new Error('the build has no entry')
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [leanContract(), onlyKnownBuiltIns()],
        define: {
          // A script that is no module knows its address only by this; see lib/base-path.ts.
          'import.meta.url': 'self.location.href',
          BUILD: JSON.stringify(/assets\/(.+)\.js$/.exec(first.fileName)?.[1]),
          FILES: JSON.stringify(files.map(({ fileName }) => `/${fileName}`).toSorted()),
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: scriptTargets,
          // Some browsers do not support module service workers.
          rolldownOptions: {
            input: entry,
            output: { format: 'iife', entryFileNames: 'sw.js' },
            // Of the contract it needs one function, and none of its schemas.
            treeshake: { moduleSideEffects: (id) => !/packages[\\/]|node_modules[\\/]zod[\\/]/.test(id) },
          },
        },
      })
    },
  }
}
