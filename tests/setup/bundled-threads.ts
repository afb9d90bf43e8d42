import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Plugin } from 'vitest/config'

import { serverBuild } from '../../scripts/build-server.ts'

const threadUrl = /new URL\('([^']+\.worker)\.ts', import\.meta\.url\)/g

/**
 * Starts the server's threads from its build (`programs.ts` makes it), as they are installed: from the sources each would
 * strip and compile a few hundred files again. Not while files are watched, when the build is that of the start.
 */
export function bundledThreads(): Plugin {
  const folder = serverBuild()
  let isWatching = false
  return {
    name: 'bundled-threads',
    enforce: 'pre',
    configResolved: (config) => void (isWatching = config.test?.watch ?? false),
    // Vitest keeps what this returns for later runs, which may have another build.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ sourceCode }) =>
        sourceCode.search(threadUrl) < 0 ? undefined : isWatching ? 'sources' : folder,
      ),
    transform(code, id) {
      if (isWatching || !/\/apps\/server\/src\/.*\.ts$/.test(id)) return null
      const moved = code.replaceAll(threadUrl, (given, thread: string) => {
        // A thread of the tests' own.
        if (thread.includes('/test/')) return given
        const file = pathToFileURL(join(folder, `${basename(thread)}.js`))
        return `new URL('${file.href}')`
      })
      return moved === code ? null : { code: moved, map: null }
    },
  }
}
