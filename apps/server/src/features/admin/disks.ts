import { stat, statfs } from 'node:fs/promises'

import type { ServerStatus } from '@otodana/contract'

import { createPatientReads, type PatientReads } from '#storage/patient-reads.ts'

type Disk = ServerStatus['disks'][number]
type Folder = Disk['folders'][number]
type FileSystem = { dev: number; freeBytes: number; totalBytes: number }

const fileSystems = createPatientReads(readFileSystem)

/** Groups folders by file system. An unavailable mount is apart, without numbers. */
export async function readDisks(
  folders: readonly Folder[],
  { find }: Pick<PatientReads<FileSystem>, 'find'> = fileSystems,
): Promise<Disk[]> {
  const found = await Promise.all(folders.map(({ path }) => find(path)))
  const disks = new Map<number | string, Disk>()
  for (const [index, folder] of folders.entries()) {
    const { dev, freeBytes, totalBytes } = found[index] ?? { dev: folder.path, freeBytes: null, totalBytes: null }
    const disk = disks.get(dev)
    if (disk) disk.folders.push(folder)
    else disks.set(dev, { folders: [folder], freeBytes, totalBytes })
  }
  return [...disks.values()]
}

async function readFileSystem(path: string): Promise<FileSystem> {
  const { dev } = await stat(path)
  const { bsize, bavail, blocks } = await statfs(path)
  return { dev, freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
