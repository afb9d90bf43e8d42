/** A process that indexes the subtitles of a library: `node subtitle-indexer.ts LOCATION ROOT`. It tells when it has begun. */
import { type DatabaseLocation, openDatabase } from '../src/db/open.ts'
import { indexSubtitles } from '../src/features/subtitles/index.ts'
import { createStorage } from '../src/storage/create-storage.ts'

const [location = '', root = ''] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(location) as DatabaseLocation)
await indexSubtitles({
  database,
  storage: createStorage([root], null),
  signal: new AbortController().signal,
  onProgress: () => void process.send?.('begun'),
  onIndexed: () => {},
  log: { warn: () => {} },
})
await database.close()
process.disconnect?.()
