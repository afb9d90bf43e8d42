import { expect, test } from 'vitest'

import { planVideo, videoArguments } from './video-plan.ts'

const described = (...streams: string[]) =>
  `Input #0, matroska,webm, from 'file:a.mkv':\n${streams.map((stream, at) => `  Stream #0:${at}: ${stream}`).join('\n')}\n`

test('VID-03 picture and sound that browsers play are copied, the rest is encoded', () => {
  const h264 = 'Video: h264 (High) (avc1 / 0x31637661), yuv420p(tv, bt709, progressive), 1280x720, 25 fps'
  expect(planVideo(described(h264, 'Audio: aac (LC), 48000 Hz'))).toEqual({ copiesPicture: true, copiesSound: true })
  expect(planVideo(described(h264, 'Audio: dts, 48000 Hz'))).toEqual({ copiesPicture: true, copiesSound: false })
  expect(planVideo(described(h264))).toEqual({ copiesPicture: true, copiesSound: true })
  for (const foreign of [
    'Video: mpeg4 (Simple Profile), yuv420p, 64x48',
    'Video: hevc (Main), yuv420p(tv), 64x48',
    'Video: wmv2, yuv420p, 64x48',
    // Ten bits, and more colour than browsers decode.
    'Video: h264 (High 10), yuv420p10le, 64x48',
    'Video: h264 (High 4:4:4 Predictive), yuv444p, 64x48',
  ]) {
    expect(planVideo(described(foreign, 'Audio: mp3, 48000 Hz'))).toEqual({ copiesPicture: false, copiesSound: true })
  }
})

test('VID-03 the picture of an AVI is encoded, because AVI does not say when pictures of H.264 are shown', () => {
  const h264 = 'Stream #0:0: Video: h264 (High) (H264 / 0x34363248), yuv420p(progressive), 64x48'
  const of = (format: string) => planVideo(`Input #0, ${format}, from 'file:a, avi,.avi':\n  ${h264}\n`)
  expect(of('avi')).toEqual({ copiesPicture: false, copiesSound: true })
  expect(of('matroska,webm')).toEqual({ copiesPicture: true, copiesSound: true })
})

test('VID-03 a cover is no picture', () => {
  expect(
    planVideo(described('Audio: aac (LC)', 'Video: mjpeg (Baseline), yuvj420p, 600x600 (attached pic)')),
  ).toBeNull()
  expect(planVideo('')).toBeNull()
})

test('VID-03 what is encoded is bounded in size and bit rate', () => {
  const encoded = videoArguments({ copiesPicture: false, copiesSound: false }).join(' ')
  expect(encoded).toContain('min(1280,iw)')
  expect(encoded).toContain('-maxrate 3M')
  expect(videoArguments({ copiesPicture: true, copiesSound: true }).join(' ')).not.toMatch(/libx264|scale|aac/)
})
