import type { Plugin } from 'vite'

const LINK_OF_ROUTES = /this\.Link = React\.forwardRef\([\s\S]*?\n\t\t\}\);/g

/**
 * Removes `Route.Link`, through which the router's link component would be part of every first load: links are plain
 * `<a>`, see `lib/navigation/use-local-navigation.ts`. The build fails if it was not found.
 */
export function leanRouter(): Plugin {
  let isDone = false
  return {
    name: 'otodana:lean-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]esm[\\/]route\.js$/ },
      handler(code) {
        const lean = withoutLinks(code)
        isDone = lean !== code
        return { code: lean, map: null }
      },
    },
    buildEnd(error) {
      if (!isDone && !error) this.error('Routes have their links in another way, see lean-router.ts')
    },
  }
}

export function withoutLinks(code: string): string {
  return code.replace(LINK_OF_ROUTES, '')
}
