import { langOfText } from '#i18n/lang-of.ts'
import { shownName } from '#lib/format/shown-name.ts'

/** The name of a file or folder. Its extension stays at the end, whatever the name's direction. */
export function FileName({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <bdi dir="ltr" lang={langOfText(name)} className={className}>
      {shownName(name)}
    </bdi>
  )
}
