import type { Work } from '@otodana/contract'
import type { Namespace } from '@otodana/keyword'
import type { ReactNode } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import controls from '#ui/controls.module.css'

import { termHref } from './work-texts.ts'
import { useWorkWords, type WorkWords } from './work-words.ts'

type Look = {
  /** The list's class. */
  list: string | undefined
  /** Each link's class. */
  link: string | undefined
  tabIndex?: number
}

/** A work's tags as links to searches, followed by `children`. */
export function TagLinks({ tags, children, ...look }: Look & Pick<Work, 'tags'> & { children: ReactNode }) {
  return tagLinks(tags, useWorkWords(), look, children)
}

/** A work's voice actors as links to searches; nothing if unknown. */
export function VoiceLinks({ vas, ...look }: Look & Pick<Work, 'vas'>) {
  return voiceLinks(vas, useWorkWords(), look)
}

/** `TagLinks` for cards, of which there are many: not a component, for speed. */
export function tagLinks(tags: Work['tags'], words: WorkWords, look: Look, end?: ReactNode): ReactNode {
  const { t, tagName, plain } = words
  const weak = <span className={controls.hidden}>{t('weakTag')}</span>
  const weakness = ({ voteStatus }: Work['tags'][number]) => (voteStatus === 2 ? weak : undefined)
  return nameLinks({ namespace: 'tag', label: t('tags'), names: tags, textOf: tagName, weakness, plain, end, ...look })
}

/** `VoiceLinks` in the same way. */
export function voiceLinks(vas: Work['vas'], { t }: WorkWords, look: Look): ReactNode {
  return nameLinks({
    namespace: 'va',
    label: t('voiceActors'),
    names: vas,
    textOf: ({ name }) => name,
    langOf: langOfText,
    ...look,
  })
}

type NamesToLink<N> = Look & {
  namespace: Namespace
  label: string
  names: readonly N[]
  textOf: (name: N) => string
  /** For names that are not in the page's language. */
  langOf?: (text: string) => string | undefined
  /** Shown after a name that was voted down. */
  weakness?: (name: N) => ReactNode
  plain?: '' | undefined
  end?: ReactNode
}

function nameLinks<N extends { id: number | string; name: string }>(given: NamesToLink<N>): ReactNode {
  const { namespace, label, names, textOf, langOf, weakness, plain, list, link, tabIndex, end } = given
  if (names.length === 0 && !end) return null
  return (
    <ul className={list} aria-label={label} data-plain-tag={plain}>
      {names.map((name) => {
        const weak = weakness?.(name)
        return (
          <li key={name.id}>
            <a
              className={link}
              href={termHref(namespace, name.name)}
              tabIndex={tabIndex}
              data-weak={weak && ''}
              lang={langOf?.(name.name)}
            >
              {textOf(name)}
              {weak}
            </a>
          </li>
        )
      })}
      {end ? <li>{end}</li> : null}
    </ul>
  )
}
