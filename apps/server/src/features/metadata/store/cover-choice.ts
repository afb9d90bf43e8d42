import type { Db } from '#db/open.ts'
import type { FileTable } from '#db/tables.ts'

/** A file as far as it may be a cover. */
export type CoverFile = Pick<FileTable, 'path' | 'kind' | 'has_picture' | 'problem'>

const coverNames = ['cover', 'folder', 'jacket', 'main', '表紙', 'ジャケット', 'サムネ', '封面']
const natural = new Intl.Collator('ja', { numeric: true })

/**
 * Chooses a work's cover: the image named in its metadata, else one with a usual cover name, else the first image, else
 * an audio file with an embedded picture. The shallowest wins; then the better name, then natural order. Broken images
 * are excluded.
 *
 * @param named  path from the metadata, relative to the work's folder
 */
export function coverFile(files: readonly (CoverFile & { id: number })[], named: string | null): number | null {
  return coverCandidates(files, named)[0]?.id ?? null
}

/** All cover candidates, best first. */
export function coverCandidates<T extends CoverFile>(files: readonly T[], named: string | null): T[] {
  const images = files.filter(({ kind, problem }) => kind === 'image' && problem === null)
  const wanted = named?.normalize('NFC')
  const pictures = images.length > 0 ? images : files.filter(({ has_picture: carries }) => carries === 1)
  return pictures
    .map((file) => ({ file, ...coverRank(file.path), isNamed: file.path.normalize('NFC') === wanted }))
    .sort(
      (a, b) =>
        Number(b.isNamed) - Number(a.isNamed) ||
        Number(a.name === coverNames.length) - Number(b.name === coverNames.length) ||
        a.depth - b.depth ||
        a.name - b.name ||
        Number(a.isUnreadable) - Number(b.isUnreadable) ||
        natural.compare(a.file.path, b.file.path),
    )
    .map(({ file }) => file)
}

function coverRank(path: string) {
  // Of two with equal names, the one that cannot be decoded comes last.
  return { name: nameRank(path), depth: path.split('/').length, isUnreadable: /\.bmp$/i.test(path) }
}

/** Returns the index of the first cover name that a file's name contains; their number if none. */
function nameRank(path: string): number {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFKC')
    .toLowerCase()
  // `domain.png` is not `main.png`: a Latin name must be at the start of a word.
  const rank = coverNames.findIndex((cover) =>
    new RegExp(/^[a-z]/.test(cover) ? `(?<![a-z])${cover}` : cover).test(name),
  )
  return rank === -1 ? coverNames.length : rank
}

/** Chooses a work's cover among its present files. */
export async function saveCover(tx: Db, workId: number, named: string | null): Promise<void> {
  const files = await tx
    .selectFrom('file')
    .select(['id', 'path', 'kind', 'has_picture', 'problem'])
    .where('work_id', '=', workId)
    .where('state', '=', 'present')
    .where((file) => file.or([file('kind', '=', 'image'), file('has_picture', '=', 1)]))
    .orderBy('id')
    .execute()
  const cover = coverFile(files, named)
  await tx.updateTable('work').set({ cover_file_id: cover }).where('id', '=', workId).execute()
}
