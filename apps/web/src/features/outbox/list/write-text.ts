import '#i18n/on-demand/playlist-texts.ts'
import '#i18n/on-demand/review-texts.ts'

import type { Progress, TagVote } from '@otodana/contract'

import type { Speech } from '#i18n/translations.ts'
import { formatCount } from '#lib/format/format-count.ts'

import type { Fields } from '../queue/waiting.ts'
import { isFieldWrite, type Write } from '../queue/writes.ts'

/** What a write is about: a work, or a playlist. */
export function subjectTitle(write: Write): string {
  if (write.kind === 'creation') return write.details.name
  return 'work' in write ? write.work.title : write.playlist.name
}

/** What a write does, one text for each field that it changes. */
export function writeTexts(speech: Speech, write: Write): string[] {
  const t = speech.texts('outbox')
  if (write.kind === 'vote') return [`${write.tag.name}: ${voteText(speech, write.change.vote)}`]
  if (isFieldWrite(write)) return fieldTexts(speech, write.change)
  switch (write.kind) {
    case 'listened':
      return fieldTexts(speech, { progress: write.progress })
    case 'membership':
      return [
        write.isIn
          ? t('item.added', { playlist: write.playlist.name })
          : t('item.removed', { playlist: write.playlist.name }),
      ]
    case 'move':
      return [positionText(speech, write.playlist.name, write.position)]
    case 'like':
      return [write.isLiked ? t('item.liked') : t('item.unliked')]
    case 'creation':
      return [t('item.created')]
    case 'deletion':
      return [t('item.deleted')]
    case 'tags':
      return [t('item.tags', { tags: write.tags.map(({ name }) => name).join(', ') })]
    case 'unheard':
      return [t('item.unheard', { day: write.day })]
  }
}

export function positionText(speech: Speech, playlist: string, position: number): string {
  const t = speech.texts('outbox')
  return t('item.position', { position, playlist })
}

/** @param fields  null and empty mean none */
export function fieldTexts(speech: Speech, fields: Fields): string[] {
  const t = speech.texts('outbox')
  const { rating, review_text: review, progress, name, description, privacy, vote } = fields
  return [
    ...(vote === undefined ? [] : [voteText(speech, vote)]),
    ...(rating === undefined ? [] : [rating === null ? t('item.noRating') : t('item.rating', { count: rating })]),
    ...(progress === undefined ? [] : [progressText(speech, progress)]),
    ...(review === undefined ? [] : [review === null ? t('item.noReview') : t('item.review', { text: review })]),
    ...(name === undefined ? [] : [t('item.name', { text: name })]),
    ...(description === undefined
      ? []
      : [description === '' ? t('item.noDescription') : t('item.description', { text: description })]),
    ...(privacy === undefined ? [] : [t('item.privacy', { privacy: speech.texts('playlists')(`privacy.${privacy}`) })]),
  ]
}

/** What a playlist is that another device has changed before its deletion. */
export function playlistTexts(speech: Speech, present: { name?: unknown; works_count?: unknown }): string[] {
  const t = speech.texts('outbox')
  const count = Number(present.works_count)
  return [t('item.name', { text: String(present.name) }), t('item.works', { count, formatted: formatCount(count) })]
}

function voteText(speech: Speech, vote: TagVote = 0): string {
  const t = speech.texts('outbox')
  return vote === 1 ? t('item.voteFor') : vote === 2 ? t('item.voteAgainst') : t('item.noVote')
}

function progressText(speech: Speech, progress: Progress | null): string {
  const t = speech.texts('outbox')
  return progress === null
    ? t('item.noProgress')
    : t('item.progress', { progress: speech.texts('reviews')(`progress.${progress}`) })
}
