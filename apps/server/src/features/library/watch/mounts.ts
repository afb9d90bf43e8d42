import { readFile } from 'node:fs/promises'

import { isWithin } from '../files/file-system.ts'

/** File systems that report no changes made by other machines. */
const NETWORK = /^(?:nfs\d?|cifs|smb\w*|9p|afs|ceph|glusterfs|lustre|davfs|fuse(?:\..+)?|virtiofs)$/
/** Those of FUSE that are disks of this machine. */
const LOCAL_FUSE = /^(?:fuseblk|fuse\.(?:mergerfs|ntfs-3g|exfat|lxcfs|snapraid\w*))$/

/** Returns the mounts of this machine as Linux describes them; empty on other systems. */
export async function readMounts(): Promise<string> {
  return readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
}

/**
 * Returns the network file system that a folder is on, such as `nfs4`; null: it is on a disk, or that is unknown.
 *
 * @param mountinfo  as of `/proc/self/mountinfo`
 */
export function networkFileSystem(mountinfo: string, realPath: string): string | null {
  let deepest = { point: '', type: '' }
  for (const line of mountinfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const point = unescapeOctal(before.split(' ')[4] ?? '')
    if (point === '' || point.length < deepest.point.length || !isWithin(point, realPath)) continue
    deepest = { point, type: after.split(' ')[0] ?? '' }
  }
  const { type } = deepest
  return NETWORK.test(type) && !LOCAL_FUSE.test(type) ? type : null
}

/** `\040` is a space. */
function unescapeOctal(text: string): string {
  return text.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCodePoint(Number.parseInt(octal, 8)))
}
