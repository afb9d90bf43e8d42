import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'

import { type DatabaseLocation, openDatabase } from '#db/open.ts'

import { readEverything } from './catalogue-rows.ts'
import { AHEAD, type FromReader } from './reader-messages.ts'

const port = parentPort
if (!port) throw new Error('this module runs as a worker thread only')
const send = (message: FromReader) => port.postMessage(message)

const ignore = () => {}
// The server itself has said what is wrong with the disk.
const database = await openDatabase(workerData as DatabaseLocation, {
  connections: 2,
  onPoolError: ignore,
  onNoRoom: ignore,
  onReadOnly: ignore,
})
let taken = 0
port.on('message', () => (taken += 1))
let sent = 0
for await (const page of readEverything(database.read)) {
  send(page)
  sent += 1
  while (sent - taken >= AHEAD) await once(port, 'message')
}
send('end')
await database.close()
port.close()
