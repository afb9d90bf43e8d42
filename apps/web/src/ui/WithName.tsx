import { langOfText } from '#i18n/lang-of.ts'

/** Not in any text. */
const GAP = '\0'

/** A text with a name in it, which gets its own language and direction. `text` puts the name into the text. */
export function WithName({ text, name }: { text: (name: string) => string; name: string }) {
  const [before, after] = text(GAP).split(GAP)
  return (
    <>
      {before}
      <bdi lang={langOfText(name)}>{name}</bdi>
      {after}
    </>
  )
}
