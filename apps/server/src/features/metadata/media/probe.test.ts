import { execFileSync } from 'node:child_process'
import {
  mkdtempSync,
  openSync,
  ftruncateSync,
  closeSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { mediaFile, openMedia } from './media-file.ts'
import { createFrameCounter } from './mpeg-frames.ts'
import { probeMedia } from './probe.ts'
import { repairEncoding } from './tag-text.ts'

const SECONDS = 7
const given = {
  title: '雨音のすむ部屋',
  artist: '月影工房',
  album: '図書室',
  track: 3,
  year: 2026,
  comment: 'One evening',
}
const metadata = ['title', 'artist', 'album', 'track', 'date', 'comment'].flatMap((key) => [
  '-metadata',
  `${key}=${key === 'date' ? 2026 : given[key as 'title']}`,
])

let dir: string
const at = (name: string) => join(dir, name)
const probe = (name: string) => probeMedia(at(name), { ffmpegPath: null })

/** Total bytes read by this process. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
}

function ffmpeg(...parts: string[]) {
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...parts])
}

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'otodana-media-'))
  // Silence, then noise: a variable bit rate whose start says nothing about the rest.
  const silence = `anullsrc=r=44100:cl=stereo:d=4[a];anoisesrc=d=${SECONDS - 4}:r=44100:c=pink:seed=1,aformat=channel_layouts=stereo[b];[a][b]concat=n=2:v=0:a=1`
  ffmpeg('-filter_complex', silence, '-bitexact', at('plain.wav'))
  const encode = (name: string, ...options: string[]) =>
    ffmpeg('-i', at('plain.wav'), ...metadata, ...options, at(name))
  encode('cbr.mp3', '-b:a', '128k')
  encode('vbr.mp3', '-q:a', '5')
  encode('v1.mp3', '-b:a', '128k', '-id3v2_version', '0', '-write_id3v1', '1')
  encode('cbr-no-header.mp3', '-b:a', '128k', '-write_xing', '0')
  encode('vbr-no-header.mp3', '-q:a', '5', '-write_xing', '0')
  encode('tags.flac')
  encode('tags.ogg')
  encode('tags.opus')
  encode('tags.m4a')
  encode('tags.wav')
  encode('plain.aac')
  ffmpeg('-i', at('plain.wav'), '-c:a', 'libopus', '-f', 'matroska', at('odd.mka'))
  ffmpeg('-f', 'lavfi', '-i', 'color=c=teal:s=64x64', '-frames:v', '1', at('cover.png'))
  const withCover = ['-i', at('cover.png'), '-map', '0:a', '-map', '1:v', '-disposition:v', 'attached_pic']
  for (const name of ['cover.mp3', 'cover.flac', 'cover.m4a'])
    ffmpeg('-i', at('plain.wav'), ...withCover, '-c:v', 'png', at(name))
}, 120_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('probeMedia', () => {
  test.each(['cbr.mp3', 'vbr.mp3', 'tags.flac', 'tags.ogg', 'tags.opus', 'tags.m4a', 'tags.wav'])(
    'ADM-01 duration within 50 ms and tags of %s',
    async (name) => {
      const { durationSeconds, tags, hasPicture, problem } = await probe(name)
      expect(Math.abs(durationSeconds! - SECONDS)).toBeLessThan(0.05)
      expect({ tags, hasPicture, problem }).toMatchObject({ tags: given, hasPicture: false, problem: null })
    },
  )

  test.each(['cbr-no-header.mp3', 'vbr-no-header.mp3', 'plain.aac'])(
    'ADM-01 the duration of %s is counted, without ffmpeg',
    async (name) => {
      // The encoder's padding cannot be distinguished from sound here: up to three frames more.
      expect(Math.abs((await probe(name)).durationSeconds! - SECONDS)).toBeLessThan(0.08)
    },
  )

  test('ADM-01 embedded pictures are noticed', async () => {
    for (const name of ['cover.mp3', 'cover.flac', 'cover.m4a']) expect((await probe(name)).hasPicture).toBe(true)
  })

  test('ADM-01 content counts, not the name', async () => {
    writeFileSync(at('really-mp4.aac'), readFileSync(at('tags.m4a')))
    expect((await probe('really-mp4.aac')).tags).toMatchObject({ title: given.title })
  })

  test('ADM-01 ffmpeg is asked where the headers leave the length open', async () => {
    // Sets the number of samples in STREAMINFO to "unknown".
    const flac = readFileSync(at('tags.flac'))
    flac[21] = flac[21]! & 0xf0
    flac.fill(0, 22, 26)
    writeFileSync(at('unknown.flac'), flac)
    expect(await probe('unknown.flac')).toMatchObject({
      durationSeconds: null,
      problem: expect.stringContaining('length'),
    })
    const asked = await probeMedia(at('unknown.flac'), { ffmpegPath: 'ffmpeg' })
    expect(Math.abs(asked.durationSeconds! - SECONDS)).toBeLessThan(0.2)
    expect(asked.problem).toBeNull()
    const wrongPath = await probeMedia(at('unknown.flac'), { ffmpegPath: at('no-ffmpeg') })
    expect(wrongPath.durationSeconds).toBeNull()
  })

  test('ADM-01 the length of other containers is read too', async () => {
    expect((await probeMedia(at('odd.mka'), { ffmpegPath: 'ffmpeg' })).durationSeconds).toBeCloseTo(SECONDS, 1)
  })

  test.each(['mp3', 'flac', 'm4a', 'opus'])('META-26 day, genres and description of %s are read', async (format) => {
    const text = 'A walk home through the snow, with a warm drink.'
    const more = ['date=2026-09-01', 'genre=癒し;雨音', 'album_artist=月影工房', `description=${text}`]
    const options = more.flatMap((one) => ['-metadata', one])
    ffmpeg('-i', at('plain.wav'), '-t', '1', '-ar', '48000', ...options, at(`facts.${format}`))
    const { tags } = await probe(`facts.${format}`)
    expect(tags).toMatchObject({ albumArtist: '月影工房', date: '2026-09-01', year: 2026 })
    expect(tags?.genres?.join(';')).toBe('癒し;雨音')
    // A Vorbis comment's DESCRIPTION is read as the comment, and in MP3 there is no usual place for one.
    if (format !== 'mp3') expect(tags?.description ?? tags?.comment).toBe(text)
  })

  test('ADM-01 Shift_JIS and UTF-8 in WAV and ID3v1 tags are read', async () => {
    const shiftJis = Buffer.from([0x89, 0x4a, 0x82, 0xcc, 0x89, 0xb9]) // 雨の音
    writeFileSync(
      at('sjis.wav'),
      wav(
        100,
        infoList([
          ['INAM', shiftJis],
          ['IART', Buffer.from('月影\0')],
        ]),
      ),
    )
    expect((await probe('sjis.wav')).tags).toEqual({ title: '雨の音', artist: '月影' })
    const mp3 = readFileSync(at('v1.mp3'))
    // 30 bytes of two-byte characters, of which the last is split, because an odd byte precedes them.
    const title = Buffer.concat([Buffer.from('a'), ...Array.from({ length: 15 }, () => shiftJis.subarray(2, 4))])
    title.copy(mp3, mp3.length - 125, 0, 30)
    writeFileSync(at('sjis.mp3'), mp3)
    expect((await probe('sjis.mp3')).tags?.title).toBe(`a${'の'.repeat(14)}`)
  })

  test('tags are bounded, on one line and without control characters', async () => {
    const long = Buffer.from(`A\u0007\r\nB ${'x'.repeat(5_000)}`)
    writeFileSync(at('long.wav'), wav(100, infoList([['INAM', long]])))
    const title = (await probe('long.wav')).tags?.title
    expect(title).toMatch(/^A B x+$/)
    expect(title?.length).toBeLessThanOrEqual(500)
  })

  test('ADM-01 a file that is cut off says so, with the length that is there', async () => {
    writeFileSync(at('half.wav'), readFileSync(at('plain.wav')))
    truncateSync(at('half.wav'), Math.floor(statSync(at('plain.wav')).size / 2))
    const half = await probe('half.wav')
    expect(half.durationSeconds).toBeCloseTo(SECONDS / 2, 1)
    expect(half.problem).toMatch(/^The file ends early: \d+ of \d+ bytes are there$/)
    writeFileSync(at('half.mp3'), readFileSync(at('cbr.mp3')))
    truncateSync(at('half.mp3'), Math.floor(statSync(at('cbr.mp3')).size / 2))
    expect((await probe('half.mp3')).problem).toMatch(/^The file ends early/)
    writeFileSync(at('half.m4a'), readFileSync(at('tags.m4a')))
    truncateSync(at('half.m4a'), Math.floor(statSync(at('tags.m4a')).size / 2))
    expect(await probe('half.m4a')).toMatchObject({ durationSeconds: null, problem: expect.any(String) })
  })

  test('ADM-01 a WAV whose recorder left the size open is measured by the file', async () => {
    const bytes = wav(44_100)
    bytes.writeUInt32LE(0xffffffff, 4)
    bytes.writeUInt32LE(0xffffffff, 40)
    writeFileSync(at('open.wav'), bytes)
    expect(await probe('open.wav')).toMatchObject({ durationSeconds: 1, problem: null })
  })

  test.each([
    ['empty.mp3', '', 'The file is empty'],
    ['text.mp3', 'This is no sound.\n'.repeat(1_000), 'No known audio format'],
    ['zeros.mp3', '\0'.repeat(300_000), 'No known audio format'],
    ['zeros.flac', '\0'.repeat(300_000), 'No known audio format'],
    ['riff.wav', 'RIFF\xff\xff\xff\x00WAVE', 'Its length cannot be found: the file is cut off or damaged'],
    ['ogg.opus', `OggS${'\0'.repeat(100)}`, 'Its length cannot be found: the file is cut off or damaged'],
    ['flac.flac', `fLaC${'\xff'.repeat(1_000)}`, 'Its length cannot be found: the file is cut off or damaged'],
    ['mp4.m4a', '\0\0\0\x18ftypM4A \0\0\0\0', 'Its length cannot be found: the file is cut off or damaged'],
  ])('ADM-01 %s is reported as broken', async (name, content, problem) => {
    writeFileSync(at(name), content, 'latin1')
    expect(await probeMedia(at(name), { ffmpegPath: 'ffmpeg' })).toEqual({
      durationSeconds: null,
      tags: null,
      hasPicture: false,
      chapters: [],
      problem,
    })
  })

  test('ADM-01 what cannot be had is no broken file; what is no file is one', async () => {
    await expect(probe('none.mp3')).rejects.toThrow(/^It cannot be read: ENOENT/)
    expect((await probeMedia(dir, { ffmpegPath: null })).problem).toBe('It is not a file')
    execFileSync('mkfifo', [at('pipe.mp3')])
    expect((await probe('pipe.mp3')).problem).toBe('It is not a file')
  })

  test.each(['mp3', 'wav', 'ogg', 'm4a', 'flac', 'aac'])(
    '2 GB of nothing behind a %s beginning are not read',
    async (type) => {
      const name = `huge.${type}`
      const file = openSync(at(name), 'w')
      const beginnings: Record<string, string> = {
        wav: 'RIFF\0\0\0\x7fWAVEjunk\xff\0\0\0',
        ogg: 'OggS',
        m4a: '\0\0\0\x18ftypM4A ',
        flac: 'fLaC\x04\xff\xff\xff',
      }
      writeSync(file, Buffer.from(beginnings[type] ?? 'ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'))
      ftruncateSync(file, 2 * 1024 ** 3)
      closeSync(file)
      const before = bytesRead()
      expect((await probe(name)).durationSeconds).toBeNull()
      expect(bytesRead() - before).toBeLessThan(64 * 1024 ** 2)
    },
  )

  test.each(['cbr.mp3', 'plain.aac', 'tags.flac', 'tags.ogg', 'tags.opus', 'tags.m4a', 'tags.wav'])(
    'ADM-01 a disk that fails while %s is read tells nothing of the file, wherever in it that is',
    async (name) => {
      const whole = await probe(name)
      const content = readFileSync(at(name))
      function probeFailingAt(read: number) {
        let reads = 0
        async function readAt(position: number, length: number) {
          if (reads++ === read) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
          return new Uint8Array(content.subarray(position, position + length))
        }
        const open = async () => mediaFile({ size: content.length, readAt, close: async () => {} }, undefined)
        return probeMedia(at(name), { ffmpegPath: null, open })
      }
      let read = 0
      let facts = await probeFailingAt(read).catch(String)
      for (; typeof facts === 'string'; facts = await probeFailingAt(++read).catch(String)) {
        expect(facts).toBe('StorageError: Reading it broke off')
      }
      expect(facts).toEqual(whole)
      expect(read).toBeGreaterThan(0)
    },
  )

  test('an aborted probe ends with the signal’s reason', async () => {
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(probeMedia(at('cbr.mp3'), { ffmpegPath: null, signal })).rejects.toThrow('stopped')
  })

  test('ADM-01 damage anywhere gives facts, never an error', async () => {
    const files = [
      'cbr.mp3',
      'tags.flac',
      'tags.ogg',
      'tags.opus',
      'tags.m4a',
      'tags.wav',
      'cover.mp3',
      'plain.aac',
    ].map((name) => readFileSync(at(name)).subarray(0, 20_000))
    const damage = fc.array(fc.tuple(fc.oneof(fc.nat(400), fc.nat(19_999)), fc.nat(255)), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), damage, fc.nat(20_000), async (original, changes, length) => {
        const bytes = Buffer.from(original)
        for (const [place, value] of changes) if (place < bytes.length) bytes[place] = value
        writeFileSync(at('damaged.bin'), bytes.subarray(0, length))
        const { durationSeconds, problem } = await probe('damaged.bin')
        expect(durationSeconds !== null || problem !== null).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

test('ADM-01 frames are counted alike however the file is cut into pieces', async () => {
  const bytes = readFileSync(at('vbr-no-header.mp3'))
  const whole = createFrameCounter()
  whole.push(bytes)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 30 }), (lengths) => {
      const counter = createFrameCounter()
      let from = 0
      for (const length of lengths) counter.push(bytes.subarray(from, (from += length)))
      counter.push(bytes.subarray(from))
      expect(counter.seconds()).toBeCloseTo(whole.seconds()!, 1)
    }),
  )
})

test('a file of which only the beginning is sound is given up early', async () => {
  const frames = readFileSync(at('vbr-no-header.mp3'))
  writeFileSync(at('noise.mp3'), Buffer.concat([frames, Buffer.alloc(24 * 1024 ** 2, 0xff)]))
  const { durationSeconds, problem } = await probe('noise.mp3')
  expect(durationSeconds).toBeCloseTo(SECONDS, 0)
  expect(problem).toBe('Much of the file is damaged')
})

test.each(['café', 'Motörhead – Élan', 'L’été', 'naïve', '雨', 'plain', 'Ærø ©'])('%s is right as it is', (text) => {
  expect(repairEncoding(text)).toBe(text)
})

test('text read as Latin-1 is repaired', () => {
  expect(repairEncoding(Buffer.from('雨の音').toString('latin1'))).toBe('雨の音')
  expect(repairEncoding('\x83e\x83X\x83g')).toBe('テスト')
})

test('reads stay within a file’s allowance', async () => {
  const file = openSync(at('sparse.bin'), 'w')
  ftruncateSync(file, 200 * 1024 ** 2)
  closeSync(file)
  const media = await openMedia(at('sparse.bin'), undefined)
  await expect(media.read(0, 100 * 1024 ** 2)).rejects.toThrow('too large')
  expect((await media.read(200 * 1024 ** 2 - 3, 100)).length).toBe(3)
  await media.close()
})

function wav(samples: number, list: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + samples * 2 + list.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(44_100, 24)
  header.writeUInt32LE(88_200, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples * 2, 40)
  return Buffer.concat([header, Buffer.alloc(samples * 2), list])
}

function infoList(entries: [string, Buffer][]): Buffer {
  const parts = entries.map(([id, value]) => {
    const padded = value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.alloc(1)])
    return Buffer.concat([chunkHeader(id, padded.length), padded])
  })
  const body = Buffer.concat([Buffer.from('INFO'), ...parts])
  return Buffer.concat([chunkHeader('LIST', body.length), body])
}

function chunkHeader(id: string, length: number): Buffer {
  const header = Buffer.alloc(8)
  header.write(id, 0, 'latin1')
  header.writeUInt32LE(length, 4)
  return header
}
