import { cp, glob, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'

import { startServer } from './start-server.ts'

const demoLibrary = fileURLToPath(new URL('../node_modules/.cache/e2e/demo-library', import.meta.url))

export const shelfWork = '/work/RJ09900001'
export const lines = ['雨の音が聞こえます。', '灯りを消しますね。', 'おやすみなさい。']
export const shiftJisText = '雨の夜です。'
export const gbkText = '爱音乐的人'
/** Ends with a word that only who reads all of it comes to. */
const largeText = `${'静かな夜の話。'.repeat(80)}\n`.repeat(1_000) + 'おしまい'

const srt = lines
  .map((line, index) => `${index + 1}\n00:00:0${index * 3 + 1},000 --> 00:00:0${index * 3 + 3},500\n${line}\n`)
  .join('\n')

const files: Record<string, string | Uint8Array> = {
  '本編/01 雨音.srt': srt,
  '本編/よその話.srt': srt,
  '画像/1 表紙.png': png(900, 600, [40, 60, 110]),
  '画像/2 挿絵.png': png(600, 900, [120, 70, 60]),
  '画像/10 裏表紙.png': png(300, 200, [50, 110, 80]),
  '画像/破損.png': 'not a picture',
  'メモ/sjis.txt': Uint8Array.from([0x89, 0x4a, 0x82, 0xcc, 0x96, 0xe9, 0x82, 0xc5, 0x82, 0xb7, 0x81, 0x42]),
  'メモ/gbk.txt': Uint8Array.from([0xb0, 0xae, 0xd2, 0xf4, 0xc0, 0xd6, 0xb5, 0xc4, 0xc8, 0xcb]),
  'メモ/空.txt': '',
  'メモ/破損.srt': 'no line of it has a time',
  '破損/無音.mp3': '',
  'メモ/utf16.txt': Buffer.from('\ufeff雨の夜です。', 'utf16le'),
  'メモ/large.txt': largeText,
  '曲名一覧「雨」100%.pdf': '%PDF-1.4 nothing to see',
}
const audio = ['本編/01 雨音.mp3', '本編/02 夜.mp3', '本編/10 朝.mp3', '特典/フリートーク.mp3']

export type Shelf = Awaited<ReturnType<typeof startShelfWith>>

/** A server with one work in its library: sound, pictures, texts of several encodings, and subtitles. */
export const startShelf = () => startShelfWith({})
/** The same, for members only. */
export const startMembersShelf = () => startShelfWith({ ACCESS: 'members' })

export async function startShelfWith(env: Record<string, string>) {
  const base = await mkdtemp(join(tmpdir(), 'otodana-shelf-'))
  const folder = join(base, 'RJ09900001 雨の図書館')
  const [sound] = await Array.fromAsync(glob('**/RJ01000038*/audio/01 A Page.mp3', { cwd: demoLibrary }))
  if (sound === undefined) throw new Error('the demo library has not been made')
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  for (const path of audio) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(demoLibrary, sound), join(folder, path))
  }
  const server = await startServer({ env: { LIBRARY_DIRS: base, ...env } })
  return {
    url: server.url,
    contentOf: (path: string) => Buffer.from(files[path]!),
    async stop() {
      await server.stop()
      await rm(base, { recursive: true, force: true })
    },
  }
}

/** A picture of one colour that grows darker downwards. */
function png(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const rows = Buffer.alloc((1 + width * 3) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const shade = 1.6 - y / height
      const at = y * (1 + width * 3) + 1 + x * 3
      for (const [channel, value] of [red, green, blue].entries()) rows[at + channel] = Math.min(255, value * shade)
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
