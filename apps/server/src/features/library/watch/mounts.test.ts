import { expect, test } from 'vitest'

import { networkFileSystem } from './mounts.ts'

const mountinfo = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /mnt/nas rw - nfs4 nas:/export rw
31 22 0:41 / /mnt/my\\040share rw - cifs //nas/share rw
32 30 8:2 / /mnt/nas/disk rw - xfs /dev/sdb1 rw
33 22 0:42 / /mnt/pool rw - fuse.mergerfs a:b rw
34 22 0:43 / /mnt/far rw - fuse.sshfs me@far: rw
35 22 8:3 / /mnt/usb rw - fuseblk /dev/sdc1 rw`

test.each([
  ['/music', null],
  ['/mnt/nas/works', 'nfs4'],
  ['/mnt/nas/disk/works', null],
  ['/mnt/my share/works', 'cifs'],
  ['/mnt/nasty', null],
  ['/mnt/pool', null],
  ['/mnt/far/works', 'fuse.sshfs'],
  ['/mnt/usb', null],
])('WCH-04 %s is on %s', (path, type) => {
  expect(networkFileSystem(mountinfo, path)).toBe(type)
})

test('WCH-04 without a list of mounts every folder counts as local', () => {
  expect(networkFileSystem('', '/mnt/nas')).toBeNull()
})
