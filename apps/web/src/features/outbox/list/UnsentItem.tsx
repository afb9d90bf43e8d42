import { langOfText } from '#i18n/lang-of.ts'
import { errorText } from '#i18n/use-error-text.ts'
import type { Speech } from '#i18n/translations.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { focusNeighbour } from '#ui/focus-after-removal.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/core-icons.ts'

import { outbox } from '../outbox.ts'
import { conflictingNames } from '../queue/outcome.ts'
import type { Fields, Refusal, Waiting } from '../queue/waiting.ts'
import css from './UnsentDialog.module.css'
import { fieldTexts, playlistTexts, positionText, subjectTitle, writeTexts } from './write-text.ts'

/** A write that waits, is refused, or is in conflict. */
export function UnsentItem({ item }: { item: Waiting }) {
  const speech = useSpeech()
  const t = speech.texts('outbox')
  const { write, state, refusal } = item
  const title = shownName(subjectTitle(write))
  const texts = writeTexts(speech, write)
  return (
    <li className={css.item} data-state={state}>
      <div className={css.what}>
        <strong className={css.title} lang={langOfText(title)}>
          {title}
        </strong>
        {state === 'conflict' ? (
          <Conflict item={item} />
        ) : (
          texts.map((text) => (
            <span key={text} className={css.text}>
              {text}
            </span>
          ))
        )}
        {refusal ? (
          <div className={css.problem}>
            <p role="alert">{t('refused', { reason: refusalText(refusal, speech) })}</p>
            <button type="button" className={controls.button} onClick={() => void outbox.retry(item)}>
              {t('again')}
            </button>
          </div>
        ) : null}
      </div>
      <IconButton
        isSmall
        label={t('remove', { what: [title, ...texts].join(' · ') })}
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget)
          void outbox.remove(item)
        }}
      >
        <CloseIcon />
      </IconButton>
    </li>
  )
}

/** Both values of what two devices changed, and the choice between them. */
function Conflict({ item }: { item: Waiting }) {
  const speech = useSpeech()
  const t = speech.texts('outbox')
  const { mine, theirs } = sidesOf(item, speech)
  return (
    <div className={css.problem}>
      <p role="alert">{t('conflict.text')}</p>
      <dl className={css.sides}>
        <dt>{t('conflict.mine')}</dt>
        <dd className={css.text}>{mine.join('\n')}</dd>
        <dt>{t('conflict.theirs')}</dt>
        <dd className={css.text}>{theirs.join('\n')}</dd>
      </dl>
      <div className={css.choice}>
        <button type="button" className={controls.button} onClick={() => void outbox.keepOwn(item)}>
          {t('conflict.keepMine')}
        </button>
        <button type="button" className={controls.button} onClick={() => void outbox.giveUp(item)}>
          {t('conflict.keepTheirs')}
        </button>
      </div>
    </div>
  )
}

function sidesOf(item: Waiting, speech: Speech): { mine: string[]; theirs: string[] } {
  const { write, present } = item
  if (write.kind === 'move') {
    const position = Number(present?.position)
    return { mine: writeTexts(speech, write), theirs: [positionText(speech, write.playlist.name, position)] }
  }
  if (write.kind === 'deletion')
    return { mine: writeTexts(speech, write), theirs: playlistTexts(speech, present ?? {}) }
  const names = conflictingNames(item)
  const only = (fields: object): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name as keyof Fields)))
  return {
    mine: fieldTexts(speech, only('change' in write ? write.change : {})),
    theirs: fieldTexts(speech, only(present ?? {})),
  }
}

function refusalText({ status, key, message, details }: Refusal, speech: Speech): string {
  return errorText(new ApiError(status, key, message, { details }), speech)
}
