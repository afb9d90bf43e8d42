/**
 * Returns the path at which a reverse proxy finds a library file, for `X-Accel-Redirect`:
 * `/protected/0/RJ01000001/01%20rain.mp3`.
 *
 * @param prefix      the proxy's internal location, without trailing slash
 * @param rootIndex   index of the library folder in `LIBRARY_DIRS`
 * @param pathInRoot  below it, separated by `/`
 */
export function accelRedirect(prefix: string, rootIndex: number, pathInRoot: string): string {
  const path = pathInRoot
    .split('/')
    .map((name) => encodeURIComponent(name.toWellFormed()))
    .join('/')
  return `${prefix}/${rootIndex}/${path}`
}
