import { createServer } from 'node:net'

/**
 * A TCP port on 127.0.0.1 that nobody listens on now; somebody may a moment later. For programs that cannot be told to
 * take any (port 0) and to say which.
 */
export async function freePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => {
      if (address !== null && typeof address === 'object') resolve(address.port)
      else reject(new Error('the system gave no port'))
    })
  })
  return promise
}
