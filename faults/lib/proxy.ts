import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

export type Toxic =
  /** Everything arrives this much later. */
  | { kind: 'latency'; ms: number }
  /** In each direction of each connection. */
  | { kind: 'bandwidth'; bytesPerSecond: number }
  /** Open connections are reset, and new ones as soon as they are made. */
  | { kind: 'cut' }
  /** Connections are accepted and stay open, but nothing passes until the toxic ends: a frozen peer, a dropped route. */
  | { kind: 'halfOpen' }
  /** Open connections are reset, and nothing listens. */
  | { kind: 'refuse' }

export type Proxy = AsyncDisposable & {
  port: number
  /** Replaces the toxic before it. */
  inflict(toxic: Toxic): Promise<void>
  /** Ends the toxic: what a half-open connection held back arrives. */
  heal(): Promise<void>
  /** The number of connections that were made so far. */
  accepted(): number
}

/** Small enough for a limit of bytes a second to be smooth. */
const PIECE_BYTES = 16_384

type Options = {
  /** Waits so many milliseconds; by the clock unless a test says otherwise. */
  sleep?: (ms: number) => Promise<void>
}

/** A TCP proxy on a free port of 127.0.0.1 that can be made to fail as networks do. */
export async function startProxy(
  target: { host: string; port: number },
  { sleep = (ms) => setTimeout(ms) }: Options = {},
): Promise<Proxy> {
  let toxic: Toxic | null = null
  let changed = Promise.withResolvers<void>()
  let accepted = 0
  const sockets = new Set<Socket>()

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A reset is what the other side is to see as well.
    socket.on('error', () => {})
  }

  async function delay(bytes: number): Promise<void> {
    while (toxic?.kind === 'halfOpen') await changed.promise
    if (toxic?.kind === 'latency') await sleep(toxic.ms)
    else if (toxic?.kind === 'bandwidth') await sleep((bytes / toxic.bytesPerSecond) * 1_000)
  }

  async function pump(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          const piece = chunk.subarray(at, at + PIECE_BYTES)
          await delay(piece.length)
          if (!to.write(piece)) await once(to, 'drain')
        }
      }
      await delay(0)
      to.end()
    } catch {
      from.destroy()
      to.resetAndDestroy()
    }
  }

  async function serve(client: Socket): Promise<void> {
    accepted++
    keep(client)
    if (toxic?.kind === 'cut') return void client.resetAndDestroy()
    await delay(0)
    if (client.destroyed) return
    const upstream = connect({ ...target, allowHalfOpen: true })
    keep(upstream)
    upstream.once('close', () => client.destroy())
    client.once('close', () => upstream.destroy())
    await Promise.all([pump(client, upstream), pump(upstream, client)])
  }

  function cutAll(): void {
    for (const socket of sockets) socket.resetAndDestroy()
  }

  const server: Server = createServer({ allowHalfOpen: true }, (client) => void serve(client))
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  async function change(next: Toxic | null): Promise<void> {
    toxic = next
    changed.resolve()
    changed = Promise.withResolvers()
    if (next?.kind === 'cut' || next?.kind === 'refuse') cutAll()
    if (next?.kind === 'refuse' && server.listening) server.close()
    if (next?.kind !== 'refuse' && !server.listening) await listen(port)
  }

  await listen(0)
  const { port } = server.address() as { port: number }
  return {
    port,
    inflict: change,
    heal: () => change(null),
    accepted: () => accepted,
    async [Symbol.asyncDispose]() {
      cutAll()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
