import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { port, bytesPerSecond } = workerData as { port: number; bytesPerSecond: number }
/** Timers are no finer. */
const LEAST_WAIT_MS = 2
/** When the line is free again, for all connections together. */
let freeAtMs = 0

const server = createServer({ noDelay: true }, (client) => {
  const upstream = connect({ port, host: '127.0.0.1', noDelay: true })
  const end = () => {
    client.destroy()
    upstream.destroy()
  }
  client.on('error', end).on('close', end)
  upstream.on('error', end)
  client.pipe(upstream)
  void pass(upstream, client).then(end, end)
})

async function pass(from: Socket, to: Socket): Promise<void> {
  for await (const chunk of from as AsyncIterable<Buffer>) {
    const startsAtMs = Math.max(performance.now(), freeAtMs)
    freeAtMs = startsAtMs + (chunk.length / bytesPerSecond) * 1_000
    const waitMs = startsAtMs - performance.now()
    if (waitMs >= LEAST_WAIT_MS) await sleep(waitMs)
    if (!to.write(chunk)) await once(to, 'drain')
  }
}

server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
