import type { Work } from '@otodana/contract'
import type { Namespace } from '@otodana/keyword'
import type { ReactNode } from 'react'

import { termHref } from './work-texts.ts'
import { useWorkWords, type WorkWords } from './work-words.ts'

type Look = {
  /** The list's class. */
  list: string | undefined
  /** Each link's class. */
  link: string | undefined
}

/** A work's tags, each of which leads to the works that have it; nothing where there are none. */
export function TagLinks({ tags, ...look }: Look & Pick<Work, 'tags'>) {
  return tagLinks(tags, useWorkWords(), look)
}

/** A work's voice actors, each of whom leads to what they speak in; nothing where none is known. */
export function VoiceLinks({ vas, ...look }: Look & Pick<Work, 'vas'>) {
  return voiceLinks(vas, useWorkWords(), look)
}

/** `TagLinks` for cards, of which there are many: no component of its own. */
export function tagLinks(tags: Work['tags'], { t, tagName, plain }: WorkWords, look: Look): ReactNode {
  return nameLinks({ namespace: 'tag', label: t('tags'), names: tags, textOf: tagName, plain, ...look })
}

/** `VoiceLinks` in the same way. */
export function voiceLinks(vas: Work['vas'], { t }: WorkWords, look: Look): ReactNode {
  return nameLinks({ namespace: 'va', label: t('voiceActors'), names: vas, textOf: ({ name }) => name, ...look })
}

type NamesToLink<N> = Look & {
  namespace: Namespace
  label: string
  names: readonly N[]
  textOf: (name: N) => string
  plain?: '' | undefined
}

function nameLinks<N extends { id: number | string; name: string }>(given: NamesToLink<N>): ReactNode {
  const { namespace, label, names, textOf, plain, list, link } = given
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
