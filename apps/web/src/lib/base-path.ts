/** The app's scripts, by whose address the browser knows the base path: one build serves any. */
const SCRIPT = /\/\/[^/]+(.*)\/(?:assets\/|sw\.js)/

/** The path below which this instance is served: empty, or `/otodana`. */
export let basePath = SCRIPT.exec(import.meta.url)?.[1] ?? ''

/** For the server, whose script has no address; it serves below one path as long as it runs. */
export function setBasePath(path: string): void {
  basePath = path
}

/** Returns where visitors find a path of the app: `/works` → `/otodana/works`. */
export const below = (path: string): string => basePath + path

/** Reverses `below`. */
export const pathInApp = (pathname: string): string => pathname.slice(basePath.length)

/**
 * Returns the name under which this instance stores something in the browser. Instances below several paths of one host
 * share its storage, and must not take each other's tokens and data.
 */
export const storedName = (name: string): string => (basePath === '' ? name : `${basePath} ${name}`)
