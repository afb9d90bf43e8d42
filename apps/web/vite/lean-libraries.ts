import type { Plugin } from 'vite'

/**
 * Modules of libraries that the browser's build has no use for, but which others import whatever is used, with what they
 * export. A lint rule forbids what would need them: whoever wants one takes its line out of both.
 */
const unused: Record<string, string[]> = {
  // Links are plain elements (lib/use-local-navigation.ts). Every route object holds on to the component.
  '@tanstack/react-router/dist/esm/link.js': ['Link', 'createLink', 'linkOptions', 'useLinkProps'],
  // The router is given a parser of our own (lib/search-params.ts).
  '@tanstack/router-core/dist/esm/searchParams.js': [
    'defaultParseSearch',
    'defaultStringifySearch',
    'parseSearchWith',
    'stringifySearchWith',
  ],
  // Lists have pages.
  '@tanstack/query-core/build/modern/infiniteQueryBehavior.js': [
    'hasNextPage',
    'hasPreviousPage',
    'infiniteQueryBehavior',
  ],
  // What changes something is a call of its own (lib/api.ts); the client keeps an empty list of mutations all the same.
  '@tanstack/query-core/build/modern/mutation.js': ['Mutation', 'getDefaultState'],
}

/** Leaves them out: 4 kB of every first load. The build fails when a library has moved one of them. */
export function leanLibraries(): Plugin {
  const missed = new Set(Object.keys(unused))
  return {
    name: 'otodana:lean-libraries',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /node_modules\/@tanstack\// },
      handler(id) {
        const path = id.slice(id.lastIndexOf('node_modules/') + 'node_modules/'.length)
        const names = unused[path]
        if (!names) return null
        missed.delete(path)
        return names.map((name) => `export const ${name} = undefined`).join('\n')
      },
    },
    buildEnd() {
      if (missed.size > 0) this.error(`not found any more, see lean-libraries.ts: ${[...missed].join(', ')}`)
    },
  }
}
