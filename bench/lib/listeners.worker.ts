import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** What the listeners hear, and how many of them there are. */
export type ListeningOrder = {
  port: number
  paths: string[]
  listeners: number
  bytesPerSecond: number
  seconds: number
}

export type Heard = {
  /** How often sound would have stopped, with a second of it in hand. */
  gaps: number
  /** The longest of them, or how long before one it was: negative while something was left in hand. */
  worstSeconds: number
  bytes: number
}

/** They begin one after another in this time, as listeners do not all begin at once. */
const BEGIN_SECONDS = 10
const BUFFER_SECONDS = 1
const TICK_MS = 50
/** Every second listener asks for parts, as apps and streams of parts do; the others for the rest of the file, as browsers do. */
const PART_SECONDS = 4
const MAX_HEAD_BYTES = 16_384

const { port, paths, listeners, bytesPerSecond, seconds } = workerData as ListeningOrder
const heard: Heard = { gaps: 0, worstSeconds: -BUFFER_SECONDS, bytes: 0 }

type Listener = { tick(nowMs: number): void; end(): void }

/** Follows one listener, whose sound begins a second after the first request. */
function createListener(path: string, localAddress: string, asksParts: boolean): Listener {
  const startedAt = performance.now()
  let received = 0
  let isInGap = false
  let missing = 0
  let head: string | null = ''
  let isOver = false
  const socket: Socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.setNoDelay(true)
  socket.on('error', (error) => fail(`a listener's connection failed: ${error.message}`))
  socket.on('close', () => {
    // The kernel may hold the rest of a recording, and the server closes what has been idle since.
    const hasAll = !asksParts && head === null && missing === 0
    if (!isOver && !hasAll) fail('the server closed the connection of a listener')
  })
  socket.on('data', (chunk: Buffer) => take(chunk))

  function ask() {
    const to = asksParts ? String(received + PART_SECONDS * bytesPerSecond - 1) : ''
    head = ''
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nRange: bytes=${received}-${to}\r\n\r\n`)
  }

  function take(chunk: Buffer) {
    let body = chunk.length
    if (head !== null) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) {
        if (head.length > MAX_HEAD_BYTES) fail('an answer has no end of its head')
        return
      }
      if (!head.startsWith('HTTP/1.1 206')) fail(`a listener was answered ${head.slice(0, end)}`)
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1])
      body = head.length - end - 4
      head = null
    }
    missing -= body
    received += body
    heard.bytes += body
  }

  ask()
  return {
    tick(nowMs) {
      const played = ((nowMs - startedAt) / 1_000 - BUFFER_SECONDS) * bytesPerSecond
      const lateSeconds = (played - received) / bytesPerSecond
      heard.worstSeconds = Math.max(heard.worstSeconds, lateSeconds)
      if (lateSeconds > 0 && !isInGap) heard.gaps += 1
      isInGap = lateSeconds > 0
      const inHand = received - played
      if (asksParts) {
        if (head === null && missing === 0 && inHand <= 2 * BUFFER_SECONDS * bytesPerSecond) ask()
        return
      }
      // A browser stops reading once it has enough.
      if (inHand > 2 * BUFFER_SECONDS * bytesPerSecond) socket.pause()
      else socket.resume()
    },
    end() {
      isOver = true
      socket.destroy()
    },
  }
}

function fail(message: string): never {
  throw new Error(message)
}

const all: Listener[] = []
const beginMs = (BEGIN_SECONDS * 1_000) / listeners
const startedAt = performance.now()
const timer = setInterval(() => {
  const now = performance.now()
  while (all.length < listeners && now - startedAt >= all.length * beginMs) {
    const n = all.length
    // Each has an address of its own: one client may receive 256 files at once.
    const localAddress = `127.1.${n >> 8}.${n & 255}`
    all.push(createListener(paths[n % paths.length]!, localAddress, n % 2 === 1))
  }
  for (const listener of all) listener.tick(now)
  if (now - startedAt < seconds * 1_000) return
  clearInterval(timer)
  for (const listener of all) listener.end()
  parentPort!.postMessage(heard)
}, TICK_MS)
