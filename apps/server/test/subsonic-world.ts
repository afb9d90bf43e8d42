import { Parser } from 'htmlparser2'

import type { DialectName } from '../src/db/dialect.ts'
import { createLogger } from '../src/http/logger.ts'
import { aLibrary } from './a-library.ts'
import { aMember, call } from './accounts.ts'
import type { XmlElement } from './opensubsonic-facts.ts'
import { startApp } from './start-app.ts'
import { createSubsonicClient } from './subsonic-client.ts'
import { aWav } from './work-folders.ts'

const sidecar = (fields: object) => JSON.stringify(fields)
const lrc = '[00:00.50]雨の音\n[00:01.50]おやすみ\n'

/** Three works: one with two folders and lyrics, one with one recording, one of which nothing is known. */
const subsonicFiles = {
  'RJ01000001 Rain/otodana.json': sidecar({
    title: '雨の夜',
    circle: { name: 'Ama' },
    voice_actors: ['Mio', 'Rin'],
    tags: ['rain', 'sleep'],
    release: '2024-05-06',
    description: 'A night of rain.',
  }),
  'RJ01000001 Rain/01 雨.wav': aWav({ seconds: 3, tone: 1 }),
  'RJ01000001 Rain/01 雨.lrc': lrc,
  'RJ01000001 Rain/02 Wind.wav': aWav({ seconds: 2, tone: 2 }),
  'RJ01000001 Rain/bonus/Talk.wav': aWav({ tone: 3 }),
  'RJ01000002 Roof/otodana.json': sidecar({
    title: 'Roof',
    circle: { name: 'Beta' },
    voice_actors: ['Mio'],
    tags: ['sleep'],
    release: '2021-01-02',
  }),
  'RJ01000002 Roof/01.wav': aWav({ tone: 4 }),
  'RJ01000003 Bare/only.wav': aWav({ tone: 5 }),
}

export type SubsonicWorld = Awaited<ReturnType<typeof openSubsonicWorld>>

/** A server with these works, and a member named `listener` with an app password. */
export async function openSubsonicWorld(dialect: DialectName, env: Record<string, string> = {}) {
  const library = aLibrary(subsonicFiles)
  const errors: string[] = []
  const log = createLogger('error', { write: (line: string) => errors.push(line) })
  const app = await startApp({ libraryDirs: [library.dir], dialect, env, log })
  const { token } = await aMember(app, 'listener')

  async function makeAppPassword(name: string, as: string): Promise<string> {
    const body = { name: 'Strict', password: `${name}-secret` }
    const made = await call<{ secret: string }>(app, 'POST', '/api/auth/app-passwords', { token: as, body })
    return made.body.secret
  }

  const secret = await makeAppPassword('listener', token)
  const client = createSubsonicClient(app.url, { u: 'listener', p: secret })
  return {
    app,
    /** Lines of the log. */
    errors,
    library,
    token,
    secret,
    client,

    async albumNamed(name: string) {
      const { albumList2 } = await client.ask('getAlbumList2', { type: 'alphabeticalByName', size: 500 })
      const { id } = albumList2.album.find((album) => album.name === name)!
      return (await client.ask('getAlbum', { id })).album
    },

    /** Another member, with an app password of their own. */
    async anotherMember(name: string) {
      const member = await aMember(app, name)
      const own = await makeAppPassword(name, member.token)
      return { ...member, secret: own, client: createSubsonicClient(app.url, { u: name, p: own }) }
    },

    async close() {
      await app.close()
      library.remove()
    },
  }
}

/**
 * Reads a document as a strict parser would.
 *
 * @throws {Error} it is not well-formed
 */
export function parseXml(document: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: XmlElement = { name, attributes, children: [], text: '' }
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      ontext(text) {
        open.at(-1)!.text += text
      },
      onclosetag(name, isImplied) {
        if (isImplied && !document.includes(`<${name}`)) throw new Error(`${name} is not closed`)
        open.pop()
      },
      onerror(error) {
        throw error
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(document)
  parser.end()
  const [first, ...others] = root.children
  if (first === undefined || others.length > 0 || open.length > 1) throw new Error('not one element')
  return first
}
