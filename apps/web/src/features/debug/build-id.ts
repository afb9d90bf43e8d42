/** Returns the build of the web app: the hash in its first script's name, which changes with any change. */
export function buildId(scripts: Iterable<{ src: string }> = document.scripts): string {
  for (const { src } of scripts) {
    const hash = /\/assets\/entry-client-([\w-]+)\.js/.exec(src)?.[1]
    if (hash !== undefined) return hash
  }
  return 'development'
}
