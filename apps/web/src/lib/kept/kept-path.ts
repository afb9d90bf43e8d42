import { below, pathInApp } from '../base-path.ts'

/** `small` is the stream that the server makes, `original` the file as it is. */
export type Quality = 'small' | 'original'

/** A file of a work in one quality. */
export type FileRef = { workId: number; fileId: number; quality: Quality }

const PATH = /^\/kept\/(\d{1,15})\/(\d{1,15})\/(small|original)$/
const STREAM = /\/api\/media\/(stream|streamLowQuality)\/(\d{1,15})\/(\d{1,15})(?:\?|$)/

/** Returns the address under which the service worker answers with a kept file. Nothing but kept files has such an address. */
export function keptAddress({ workId, fileId, quality }: FileRef): string {
  return below(`/kept/${workId}/${fileId}/${quality}`)
}

/** Reverses `keptAddress`; null for any other path. */
export function readKeptAddress(pathname: string): FileRef | null {
  const [, workId, fileId, quality] = PATH.exec(pathInApp(pathname)) ?? []
  return quality === undefined
    ? null
    : { workId: Number(workId), fileId: Number(fileId), quality: quality === 'small' ? 'small' : 'original' }
}

/** Returns the file of a stream's address in the API, whatever its origin and format; null for any other address. */
export function fileOfStream(url: string): FileRef | null {
  const [, kind, workId, fileId] = STREAM.exec(url) ?? []
  return kind === undefined
    ? null
    : { workId: Number(workId), fileId: Number(fileId), quality: kind === 'stream' ? 'original' : 'small' }
}
