import type { Work } from '@otodana/contract'
import type { Namespace } from '@otodana/keyword'
import { useTranslation } from '#i18n/use-translation.ts'

import { termHref, usePlainTagMark, useTagName } from './work-texts.ts'

type Look = {
  /** The list's class. */
  list: string | undefined
  /** Each link's class. */
  link: string | undefined
}

/** A work's tags, each of which leads to the works that have it; nothing where there are none. */
export function TagLinks({ tags, ...look }: Look & Pick<Work, 'tags'>) {
  const { t } = useTranslation('works')
  const nameOf = useTagName()
  const plain = usePlainTagMark()
  return <NameLinks namespace="tag" label={t('tags')} names={tags} textOf={nameOf} plain={plain} {...look} />
}

/** A work's voice actors, each of whom leads to what they speak in; nothing where none is known. */
export function VoiceLinks({ vas, ...look }: Look & Pick<Work, 'vas'>) {
  const { t } = useTranslation('works')
  return <NameLinks namespace="va" label={t('voiceActors')} names={vas} textOf={({ name }) => name} {...look} />
}

type NameLinksProps<N> = Look & {
  namespace: Namespace
  label: string
  names: readonly N[]
  textOf: (name: N) => string
  plain?: '' | undefined
}

function NameLinks<N extends { id: number | string; name: string }>(props: NameLinksProps<N>) {
  const { namespace, label, names, textOf, plain, list, link } = props
  if (names.length === 0) return null
  return (
    <ul className={list} aria-label={label} data-plain-tag={plain}>
      {names.map((name) => (
        <li key={name.id}>
          <a className={link} href={termHref(namespace, name.name)}>
            {textOf(name)}
          </a>
        </li>
      ))}
    </ul>
  )
}
