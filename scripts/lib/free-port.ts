import { createServer } from 'node:net'

/**
 * Returns a TCP port on 127.0.0.1 that is free now; another program may take it a moment later. For programs that cannot listen
 * on port 0 and report the port.
 */
export async function freePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => {
      if (address !== null && typeof address === 'object') resolve(address.port)
      else reject(new Error('the system assigned no port'))
    })
  })
  return promise
}
