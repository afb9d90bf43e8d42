import type { Tag, TagVote, Work } from '@otodana/contract'
import { useState } from 'react'

import { useTagName } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { ChevronDownIcon, ChevronUpIcon } from '#ui/icons/deferred-icons.ts'

import { useVotedTags } from './tag-votes.store.ts'
import { nextLines, type TagLine } from './voted-tags.ts'
import css from './VoteList.module.css'

type Props = {
  work: Work
  onVote: (tag: Tag, vote: TagVote, isOnWork: boolean) => void
}

/** A work's tags with their votes, and the visitor's own. */
export function VoteList({ work, onVote }: Props) {
  const { t } = useTranslation('tag-votes')
  const lines = useLines(useVotedTags(work))
  if (lines.length === 0) return <p className={css.empty}>{t('empty')}</p>
  return (
    <ul className={css.tags} aria-label={t('title')}>
      {lines.map((line) => (
        <TagRow key={line.tag.id} line={line} onVote={onVote} />
      ))}
    </ul>
  )
}

function useLines(tags: readonly Tag[]): readonly TagLine[] {
  const [seen, setSeen] = useState({ tags, lines: nextLines([], tags) })
  if (seen.tags === tags) return seen.lines
  const now = { tags, lines: nextLines(seen.lines, tags) }
  setSeen(now)
  return now.lines
}

function TagRow({ line: { tag, isOnWork }, onVote }: { line: TagLine; onVote: Props['onVote'] }) {
  const { t } = useTranslation('tag-votes')
  const name = useTagName()(tag)
  const own = tag.myVote ?? 0
  // Repeating a vote withdraws it.
  const vote = (wanted: TagVote) => onVote(tag, own === wanted ? 0 : wanted, isOnWork)
  const isWeak = isOnWork && tag.voteStatus === 2
  return (
    <li className={css.row} data-gone={isOnWork ? undefined : ''}>
      <span className={css.about}>
        <span className={css.name} data-weak={isWeak ? '' : undefined}>
          {name}
        </span>
        {isWeak ? <span className={css.note}>{t('weak')}</span> : null}
        {isOnWork ? null : <span className={css.note}>{t('gone')}</span>}
      </span>
      <span className={css.votes}>
        <button
          type="button"
          className={`${css.vote} ${css.up}`}
          aria-pressed={own === 1}
          aria-label={t('up', { tag: name, count: tag.upvote, formatted: formatCount(tag.upvote) })}
          onClick={() => vote(1)}
        >
          <ChevronUpIcon size="1.25em" />
          {formatCount(tag.upvote)}
        </button>
        <button
          type="button"
          className={`${css.vote} ${css.down}`}
          aria-pressed={own === 2}
          aria-label={t('down', { tag: name, count: tag.downvote, formatted: formatCount(tag.downvote) })}
          aria-disabled={!isOnWork}
          onClick={() => (isOnWork ? vote(2) : undefined)}
        >
          <ChevronDownIcon size="1.25em" />
          {formatCount(tag.downvote)}
        </button>
      </span>
    </li>
  )
}
