import { AccountIcon, LibraryIcon } from '#ui/icons/core-icons.ts'
import {
  BackupIcon,
  BoxIcon,
  BrightnessIcon,
  FilesIcon,
  InfoIcon,
  OutlinedPlayIcon,
  SoundIcon,
  SubtitlesIcon,
} from '#ui/icons/deferred-icons.ts'

/** The sections in order, each with an icon. Their ids are anchors that other pages link to. */
const sections = {
  account: AccountIcon,
  appearance: BrightnessIcon,
  library: LibraryIcon,
  files: FilesIcon,
  player: OutlinedPlayIcon,
  sound: SoundIcon,
  subtitles: SubtitlesIcon,
  'local-subtitles': BoxIcon,
  backup: BackupIcon,
  more: InfoIcon,
} as const

export type SectionId = keyof typeof sections
export const sectionIds = Object.keys(sections) as SectionId[]

export function SectionIcon({ id }: { id: SectionId }) {
  const Icon = sections[id]
  return <Icon size="1.25em" />
}
