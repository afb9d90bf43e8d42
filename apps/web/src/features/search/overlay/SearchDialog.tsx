import type { Work } from '@otodana/contract'
import { removeTerm, reopen, settle, toggleExcluded, type SearchInput } from '@otodana/keyword'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { isBound, useTermHint, useTermParts, useTermText } from '#features/works/index.ts'
import controls from '#ui/controls.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon, SearchIcon } from '#ui/icons/core-icons.ts'
import { ExcludeIcon, SwapIcon } from '#ui/icons/deferred-icons.ts'
import { Modal } from '#ui/Modal.tsx'

import { AgeChoice } from './AgeChoice.tsx'
import { FullNote } from './FullNote.tsx'
import css from './SearchDialog.module.css'
import { SuggestionList } from '../suggestions/SuggestionList.tsx'
import { useCombobox } from '../suggestions/use-combobox.ts'
import type { Names } from '../suggestions/use-knowledge.ts'
import type { ChangeBox } from './use-search-box.ts'

type Props = {
  /** The form's input that this one replaces. */
  field: HTMLInputElement
  box: SearchInput
  change: ChangeBox
  names: Names
  works: readonly Work[]
  onWork: (work: Work) => void
  /** Called with an earlier search. */
  onSearch: (keyword: string) => void
  onClose: () => void
  onSubmit: () => void
}

/**
 * The search box in a dialog: all terms, which can be excluded, edited and removed. Part of the bar's form, which
 * submits it.
 */
export function SearchDialog(props: Props) {
  const { field, box, change, names, works, onWork, onSearch, onClose, onSubmit } = props
  const { t } = useTranslation('search')
  const title = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const combobox = useCombobox({
    input,
    box,
    change,
    knowledge: names.knowledge,
    works,
    onWork,
    isAlwaysOpen: true,
  })

  useVisibleHeight(dialog)

  function handleClose() {
    change(settle)
    onClose()
  }

  return (
    <Modal
      ref={dialog}
      className={css.dialog}
      aria-labelledby={title}
      closesOnBackdrop
      onClose={handleClose}
      onCancel={(event) => {
        if (combobox.isComposing.current) event.preventDefault()
      }}
    >
      <div className={css.panel}>
        <div className={css.head}>
          <IconButton label={t('close')} onClick={() => dialog.current?.close()}>
            <CloseIcon />
          </IconButton>
          <h2 id={title} className={css.title}>
            {t('title')}
          </h2>
          <button
            type="button"
            className={css.clear}
            hidden={box.terms.length === 0 && box.typed === ''}
            onClick={() => {
              change(() => ({ terms: [], typed: '' }))
              input?.focus()
            }}
          >
            {t('clear')}
          </button>
        </div>
        <div className={css.field}>
          <SearchIcon size="1.25em" />
          <input
            ref={setInput}
            data-first=""
            className={css.input}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            defaultValue={box.typed}
            aria-label={field.ariaLabel ?? undefined}
            placeholder={field.placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <Terms box={box} change={change} names={names} onEdited={() => input?.focus()} />
        <FullNote box={box} />
        <SuggestionList
          combobox={combobox}
          names={names}
          typed={box.typed}
          onSearch={onSearch}
          onRemoved={() => input?.focus()}
        />
        <div className={css.foot}>
          <AgeChoice terms={box.terms} change={change} />
          <button type="button" className={`${controls.primary} ${css.submit}`} onClick={onSubmit}>
            {t('submit')}
          </button>
        </div>
      </div>
    </Modal>
  )
}

type TermsProps = Pick<Props, 'box' | 'change' | 'names'> & { onEdited: () => void }

function Terms({ box, change, names, onEdited }: TermsProps) {
  const { t } = useTranslation('search')
  const describe = useTermParts()
  const hintOf = useTermHint()
  const nameOf = useTermText()
  const id = useId()
  if (box.terms.length === 0) return null
  const hints = box.terms.map(hintOf)
  return (
    <>
      <ul className={css.terms} aria-label={t('terms')}>
        {box.terms.map((term, index) => {
          const { kind, name, text } = describe(term, names.tagOf(term))
          const isToggle = term.kind === 'special' && !isBound(term.namespace)
          // The pressed button beside the name says that it is excluded.
          const shown = isToggle ? name : text
          const hasProblem = hints[index] !== null
          return (
            <li
              key={index}
              className={css.term}
              data-excluded={(isToggle && term.excluded) || undefined}
              data-problem={hasProblem ? '' : undefined}
            >
              {term.kind === 'special' ? (
                <button
                  type="button"
                  className={css.part}
                  {...(isToggle
                    ? { 'aria-pressed': term.excluded, 'aria-label': t('exclude', { term: name }) }
                    : { 'aria-label': t('opposite', { term: describe({ ...term, excluded: !term.excluded }).text }) })}
                  onClick={() => change((box) => ({ ...box, terms: toggleExcluded(box.terms, index) }))}
                >
                  {isToggle ? <ExcludeIcon size="1.25em" /> : <SwapIcon size="1.25em" />}
                </button>
              ) : null}
              <button
                type="button"
                className={css.text}
                title={t('edit', { term: text })}
                aria-describedby={hasProblem ? `${id}-${index}` : undefined}
                onClick={() => {
                  change((box) => reopen(box, index))
                  onEdited()
                }}
              >
                {kind === null ? null : <span className={css.kind}>{kind} </span>}
                {shown}
              </button>
              <button
                type="button"
                className={css.part}
                aria-label={t('remove', { term: text })}
                onClick={() => {
                  change((box) => ({ ...box, terms: removeTerm(box.terms, index) }))
                  onEdited()
                }}
              >
                <CloseIcon size="1.25em" />
              </button>
            </li>
          )
        })}
      </ul>
      {box.terms.map((term, index) =>
        hints[index] ? (
          <p key={index} className={css.hint}>
            <strong>{nameOf(term, names.tagOf(term))}</strong> <span id={`${id}-${index}`}>{hints[index]}</span>
          </p>
        ) : null,
      )}
    </>
  )
}

/** Keeps the dialog above a phone's keyboard, which covers the page without resizing it. */
function useVisibleHeight(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return undefined
    const follow = () => {
      dialog.current?.style.setProperty('--visible-height', `${viewport.height}px`)
      dialog.current?.style.setProperty('--visible-top', `${viewport.offsetTop}px`)
    }
    follow()
    viewport.addEventListener('resize', follow)
    viewport.addEventListener('scroll', follow)
    return () => {
      viewport.removeEventListener('resize', follow)
      viewport.removeEventListener('scroll', follow)
    }
  }, [dialog])
}
