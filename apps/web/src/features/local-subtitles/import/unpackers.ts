import { type Block, unpackBlock, type Unpacked } from './zip/unpack.ts'

type Turn = { resolve: (unpacked: Unpacked[]) => void; reject: (error: Error) => void }

/** Beyond this number, storing is the bottleneck. */
const MOST_UNPACKERS = 4

/** Starts workers that unpack blocks; without workers, blocks are unpacked in this thread. */
export function startUnpackers(hardwareThreads: number) {
  const count = typeof Worker === 'undefined' ? 0 : Math.min(hardwareThreads, MOST_UNPACKERS)
  const unpackers = Array.from({ length: count }, startUnpacker)

  async function unpack(block: Block): Promise<Unpacked[]> {
    const [first, ...others] = unpackers
    if (!first) return unpackBlock(block)
    return others.reduce((least, one) => (one.waiting() < least.waiting() ? one : least), first).unpack(block)
  }

  return { unpack, stop: () => unpackers.forEach((unpacker) => unpacker.stop()) }
}

function startUnpacker() {
  const worker = new Worker(new URL('./unpack.worker.ts', import.meta.url), { type: 'module' })
  // Answers arrive in the order of the requests.
  const turns: Turn[] = []
  worker.addEventListener('message', ({ data }: MessageEvent<Unpacked[]>) => turns.shift()?.resolve(data))
  // A worker may fail before its first request.
  let failure: Error | undefined
  worker.addEventListener('error', ({ message }) => {
    failure = new Error(message || 'The worker that unpacks could not be started')
    for (const { reject } of turns.splice(0)) reject(failure)
  })

  return {
    waiting: () => turns.length,
    unpack: (block: Block) =>
      new Promise<Unpacked[]>((resolve, reject) => {
        if (failure) return reject(failure)
        turns.push({ resolve, reject })
        worker.postMessage(block, [block.bytes.buffer])
      }),
    stop: () => worker.terminate(),
  }
}
