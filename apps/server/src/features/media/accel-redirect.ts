/**
 * The address under which a reverse proxy finds a library file, for `X-Accel-Redirect`:
 * `/protected/0/RJ01000001/01%20rain.mp3`.
 *
 * @param prefix      the proxy's internal location, without a slash at its end
 * @param rootIndex   which of the library folders, counted from 0 in the order of `LIBRARY_DIRS`
 * @param pathInRoot  below it, `/` between names
 */
export function accelRedirect(prefix: string, rootIndex: number, pathInRoot: string): string {
  const path = pathInRoot
    .split('/')
    .map((name) => encodeURIComponent(name.toWellFormed()))
    .join('/')
  return `${prefix}/${rootIndex}/${path}`
}
