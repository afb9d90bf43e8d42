import { sceneNames } from '../art/draw-picture.ts'
import { palettes, type PaletteName } from '../art/palettes.ts'
import { createRandom } from '../random.ts'
import { circles, voices } from './circles.ts'
import { safeName } from './file-names.ts'
import { layOut } from './layouts.ts'
import { sidecarOf, writeSidecar } from './sidecar.ts'
import type { FilePlan, WorkPlan, WorkSpec } from './types.ts'
import { dayWorks } from './works-day.ts'
import { eveningWorks } from './works-evening.ts'
import { mainWorks } from './works-main.ts'
import { nightWorks } from './works-night.ts'

export const allWorks: readonly WorkSpec[] = [...mainWorks, ...nightWorks, ...dayWorks, ...eveningWorks]

/**
 * Every file of the first `count` works, in order. Nothing is made yet: the same options give the same plan.
 *
 * @param hasFfmpeg adds the formats that only ffmpeg can write
 */
export function planLibrary({
  seed,
  count,
  hasFfmpeg,
}: {
  seed: number
  count: number
  hasFfmpeg: boolean
}): WorkPlan[] {
  return allWorks.slice(0, count).map((spec) => planWork(spec, seed, hasFfmpeg))
}

function planWork(spec: WorkSpec, seed: number, hasFfmpeg: boolean): WorkPlan {
  const random = createRandom(`${seed}/work/${spec.code}`)
  const files: FilePlan[] = []
  const cover = spec.cover && `${spec.sidecar ? 'cover' : 'folder'}.${spec.cover}`
  if (spec.sidecar) {
    const text = writeSidecar(sidecarOf(spec, random, cover), spec.sidecar)
    files.push({ kind: 'text', path: `otodana.${spec.sidecar}`, text, encoding: 'utf-8' })
  }
  const picture = { scene: spec.scene, palette: spec.palette, key: spec.code }
  if (cover && spec.cover) files.push({ kind: 'picture', path: cover, picture, format: spec.cover, width: 800 })
  files.push(...layOut(spec, hasFfmpeg))
  for (let index = 0; index < (spec.pictures ?? 0); index++) {
    const format = index === 1 ? 'png' : 'jpg'
    const other = {
      scene: index === 0 ? spec.scene : random.pick(sceneNames),
      palette: index === 0 ? random.pick(Object.keys(palettes) as PaletteName[]) : spec.palette,
      key: `${spec.code}/${index}`,
    }
    const folder = spec.language === 'ENG' ? 'Illustrations' : spec.language === 'JPN' ? 'イラスト' : '插图'
    files.push({ kind: 'picture', path: `${folder}/${index + 1}.${format}`, picture: other, format, width: 480 })
  }
  if (spec.readme) files.push({ kind: 'text', path: 'readme.txt', text: readmeOf(spec), encoding: spec.readme })
  for (const text of spec.texts ?? []) files.push({ kind: 'text', ...text })
  return {
    code: spec.code,
    folder: folderOf(spec),
    album: spec.sidecar ? spec.title : lastPart(spec.folder),
    artist: spec.voices.map((id) => voices[id]).join(', ') || circles[spec.circle].name,
    year: spec.year,
    files,
  }
}

function folderOf(spec: WorkSpec): string {
  return spec.folder
    .split('/')
    .map((part) => safeName(part.replace('{title}', safeName(spec.title, 170)), 220))
    .join('/')
}

/** The name that a work without a sidecar is known by: its folder's, without code and circle. */
function lastPart(folder: string): string {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  return (
    name
      .replace(/\(?[RVB]J\d+\)?/i, '')
      .replace(/^\[[^\]]*\]/, '')
      .trim() || name
  )
}

function readmeOf(spec: WorkSpec): string {
  const circle = circles[spec.circle].name
  const cast = spec.voices.map((id) => voices[id]).join('、')
  const lines =
    spec.language === 'ENG'
      ? [spec.title, circle, '', spec.description, '', 'Best with headphones. Thank you for listening.']
      : spec.language === 'CHI_HANS'
        ? [`《${spec.title}》`, `社团：${circle}`, `声优：${cast}`, '', spec.description, '', '建议使用耳机收听。']
        : [
            `『${spec.title}』`,
            `サークル：${circle}`,
            `声の出演：${cast}`,
            '',
            spec.description,
            '',
            'ヘッドホンでお聴きください。',
          ]
  return `${lines.join('\r\n').replaceAll(/(?<!\r)\n/g, '\r\n')}\r\n`
}
