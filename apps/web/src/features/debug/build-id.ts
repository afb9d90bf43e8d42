/**
 * Which build of the web app this page runs: the hash in the name of its first script, which changes with whatever is
 * changed in any part.
 */
export function buildId(scripts: Iterable<{ src: string }> = document.scripts): string {
  for (const { src } of scripts) {
    const hash = /\/assets\/entry-client-([\w-]+)\.js/.exec(src)?.[1]
    if (hash !== undefined) return hash
  }
  return 'development'
}
