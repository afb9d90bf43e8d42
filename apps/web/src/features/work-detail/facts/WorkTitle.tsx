import { CutText } from '../CutText.tsx'
import css from './WorkTitle.module.css'

/** Longer titles use a smaller font on phones. In UTF-16 code units. */
const LONG_TITLE = 60

/** A work's title. */
export function WorkTitle({ title, lang }: { title: string; lang?: string | undefined }) {
  const className = title.length > LONG_TITLE ? `${css.title} ${css.long}` : css.title
  return <CutText as="h1" text={title} lang={lang} className={className} />
}
