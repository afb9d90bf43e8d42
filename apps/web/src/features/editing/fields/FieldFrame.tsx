import type { EditedField, EditField } from '@otodana/contract'
import { useId, type ReactNode } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import forms from '#ui/forms.module.css'
import { LockIcon } from '#ui/icons/deferred-icons.ts'

import { type Draft, isLocked, shownValue } from '../draft.ts'
import { valueText } from '../value-text.ts'
import css from './FieldFrame.module.css'

export type FieldEdit = {
  saved: EditedField
  draft: Draft
  problem: string | undefined
  pictures: readonly { id: number; path: string }[]
  onSet: (value: unknown) => void
  onGiveBack: () => void
  onWithdraw: () => void
}

export type Described = {
  /** For the field's only control. */
  controlId: string
  /** For its group of controls. */
  labelledBy: string
  describedBy: string | undefined
  isInvalid: true | undefined
}

/** Fields with several controls. */
const groups: readonly EditField[] = ['cover', 'titles', 'staff', 'age']

/** A field with its label, where its value comes from, what other sources say, and what is wrong with it. */
export function FieldFrame({ edit, children }: { edit: FieldEdit; children: (described: Described) => ReactNode }) {
  const speech = useSpeech()
  const t = speech.texts('editing')
  const id = useId()
  const { saved, draft, problem, pictures } = edit
  const { field, source } = saved
  const label = t(`field.${field}`)
  const value = shownValue(saved, draft)
  const isTheirs = isLocked(saved, draft)
  const isUnsaved = draft[field] !== undefined
  // Of a field that other sources decide, the first one is what is shown.
  const others = isTheirs ? saved.others : saved.others.slice(1)
  const differing = others.filter((other) => JSON.stringify(other.value) !== JSON.stringify(value)).slice(0, 4)
  return (
    <section className={css.field} aria-labelledby={id} data-field={field}>
      <div className={css.head}>
        <h3 id={id} className={css.label}>
          {groups.includes(field) ? label : <label htmlFor={`${id}-control`}>{label}</label>}
        </h3>
        {isUnsaved ? <span className={css.unsaved}>{t('unsaved')}</span> : null}
        {isTheirs ? (
          <>
            <span className={css.locked} title={t('lockedHint')}>
              <LockIcon size="1em" />
              {t('locked')}
            </span>
          </>
        ) : (
          <span className={css.source}>{originText()}</span>
        )}
        {isUnsaved ? (
          <button
            type="button"
            className={css.giveBack}
            aria-label={t('undoChangeOf', { field: label })}
            onClick={({ currentTarget, detail }) => {
              // The button goes; a phone's keyboard does not open for a tap.
              if (detail === 0) focusControl(currentTarget)
              edit.onWithdraw()
            }}
          >
            {t('undoChange')}
          </button>
        ) : null}
        {isTheirs && source === 'edit' ? (
          <button
            type="button"
            className={css.giveBack}
            aria-label={t('giveBackOf', { field: label })}
            onClick={edit.onGiveBack}
          >
            {t('giveBack')}
          </button>
        ) : null}
      </div>
      {children({
        controlId: `${id}-control`,
        labelledBy: id,
        describedBy: problem === undefined ? undefined : `${id}-problem`,
        isInvalid: problem === undefined ? undefined : true,
      })}
      {problem === undefined ? null : (
        <p id={`${id}-problem`} className={forms.problem}>
          {problem}
        </p>
      )}
      {differing.length > 0 ? (
        <ul className={css.others} aria-label={t('othersOf', { field: label })}>
          {differing.map((other) => (
            <li key={other.source} className={css.other}>
              <span className={css.otherSource}>{t(`source.${other.source}`)}</span>
              <Value className={css.otherValue} text={valueText(field, other.value, speech, pictures)} />
              <button
                type="button"
                className={css.use}
                aria-label={t('useOf', { field: label, source: t(`source.${other.source}`) })}
                onClick={() => edit.onSet(other.value)}
              >
                {t('use')}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )

  function originText(): string {
    const shown = draft[field] === 'givenBack' ? saved.others[0]?.source : source
    // The day of a folder is the one on which it was found.
    if (field === 'create_date' && shown === 'folder') return t('origin.found')
    return shown ? t(`origin.${shown}`) : t('origin.none')
  }
}

function focusControl(button: HTMLElement): void {
  button.closest('section')?.querySelector<HTMLElement>('input, textarea, select')?.focus()
}

/** A value of another source, in its own language. */
function Value({ className, text }: { className: string | undefined; text: string }) {
  return (
    <span className={className} lang={langOfText(text)}>
      {text}
    </span>
  )
}
