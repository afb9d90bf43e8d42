import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'

/**
 * What names hold: `{ 'mail.example TXT': ['v=spf1 -all'] }`; `fails` answers that the name server has failed, and a
 * promise once it is kept.
 */
export type Zone = Map<string, string[] | 'fails' | Promise<string[]>>

export type NameServer = {
  /** `127.0.0.1:port` */
  address: string
  /** What has been asked so far: `mail.example TXT`. */
  asked: string[]
  close(): Promise<void>
}

const TYPES: Record<number, string> = { 1: 'A', 5: 'CNAME', 15: 'MX', 16: 'TXT', 28: 'AAAA' }
const HEADER_BYTES = 12
const SERVER_FAILED = 2
const NO_SUCH_NAME = 3

/** A real name server for names of the tests alone (UDP); it knows texts, which is what mail is judged by. */
export async function aNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  let isClosed = false
  async function answer(query: Buffer, from: RemoteInfo): Promise<void> {
    const { name, type, end } = questionOf(query)
    asked.push(`${name} ${type}`)
    const found = await zone.get(`${name} ${type}`)
    // The answer was held back until the client gave up.
    if (isClosed) return
    const isKnown = [...zone.keys()].some((key) => key.split(' ')[0] === name)
    const records = Array.isArray(found) && type === 'TXT' ? found.map(textRecord) : []
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    const failure = isKnown ? 0 : NO_SUCH_NAME
    header.writeUInt16BE(0x8580 | (found === 'fails' ? SERVER_FAILED : failure), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]), from.port, from.address)
  }
  socket.on('message', (query, from) => void answer(query, from))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close() {
      isClosed = true
      return new Promise((resolve) => socket.close(() => resolve()))
    },
  }
}

function questionOf(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase())
    at += length + 1
  }
  const number = query.readUInt16BE(at + 1)
  return { name: labels.join('.'), type: TYPES[number] ?? String(number), end: at + 5 }
}

function textRecord(text: string): Buffer {
  const strings = (text.match(/.{1,255}/gs) ?? ['']).map((part) => Buffer.from(`\0${part}`, 'latin1'))
  for (const string of strings) string[0] = string.length - 1
  const data = Buffer.concat(strings)
  // The name of the question, TXT, IN, kept for no time.
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
