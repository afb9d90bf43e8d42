import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that a system assigns by itself to any program at any moment: from 32,768 on Linux, 49,152 elsewhere. */
const [FIRST, BEYOND] = [20_000, 32_000]

/**
 * Returns a TCP port on 127.0.0.1 that is free now; another program may take it a moment later. For programs that cannot listen
 * on port 0 and report the port, or that listen on it again later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
    else reject(error)
  })
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
