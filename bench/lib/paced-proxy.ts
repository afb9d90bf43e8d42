import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Starts a proxy in a thread of its own, through which a server on loopback sends no more than so many bytes a second, as over a network.
 * A browser's own emulation of a network takes more time of the processor than what is measured.
 *
 * @returns the address, and a function that ends the proxy
 */
export async function startPacedProxy(url: string, bytesPerSecond: number) {
  const worker = new Worker(new URL('./paced-proxy.worker.ts', import.meta.url), {
    workerData: { port: Number(new URL(url).port), bytesPerSecond },
  })
  const [port] = (await once(worker, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, close: () => worker.terminate() }
}
