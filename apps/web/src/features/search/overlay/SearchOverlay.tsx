import '#i18n/on-demand/deferred-texts.ts'

import type { Work } from '@otodana/contract'
import { complete, isOverfull, openKeyword, printKeyword, removeTerm, reopen, settle } from '@otodana/keyword'
import { workPath } from '@otodana/work-code'
import { useRouter } from '@tanstack/react-router'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { flushSync } from 'react-dom'

import { onSignedOut } from '#features/accounts/index.ts'
import { below } from '#lib/base-path.ts'

import { AgeChoice } from './AgeChoice.tsx'
import { BarTerms, focusLastTerm } from './BarTerms.tsx'
import { FullNote } from './FullNote.tsx'
import { SearchDialog } from './SearchDialog.tsx'
import css from './SearchOverlay.module.css'
import { keepKeyword } from '../bar/session-keyword.ts'
import { SuggestionList } from '../suggestions/SuggestionList.tsx'
import { useCombobox } from '../suggestions/use-combobox.ts'
import { useEvents } from './use-events.ts'
import { addRecent, clearRecent } from '../suggestions/recent-searches.ts'
import { useFoundWorks } from '../suggestions/use-found-works.ts'
import { useKnowledge } from '../suggestions/use-knowledge.ts'
import { useSearchBox } from './use-search-box.ts'

type Props = {
  /** The plain form's input, which stays in use. */
  input: HTMLInputElement
  keyword: string
  /** The input was tapped before this was loaded. */
  isTapped: boolean
  onTaken: () => void
}

/** Touch devices and narrow windows use the dialog, because terms and text do not fit into the bar. */
const TOUCH = '(pointer: coarse), (max-width: 40rem)'

/**
 * Turns the plain form into a search box: terms as chips, suggestions, keys, and a dialog where the bar is too small.
 */
export default function SearchOverlay({ input, keyword, isTapped, onTaken }: Props) {
  const form = input.form!
  const router = useRouter()
  const [box, change] = useSearchBox(keyword, input)
  const [isUsed, setUsed] = useState(() => document.activeElement === input)
  const [isDialogOpen, setDialogOpen] = useState(
    // What has been typed since stays where it is.
    () =>
      isTapped && document.activeElement === input && ['', keyword].includes(input.value) && matchMedia(TOUCH).matches,
  )
  const [hiddenCount, setHiddenCount] = useState(0)
  const names = useKnowledge({ isUsed: isUsed || box.typed !== '', terms: box.terms })
  const works = useFoundWorks(box)
  const combobox = useCombobox({
    input,
    box,
    change,
    knowledge: names.knowledge,
    works,
    onWork: openWork,
    onLeave: () => focusLastTerm(form),
    onPick: () => {
      mayGrow.current = true
    },
  })
  const sending = useRef('')
  const isEnding = useRef(false)
  const mayGrow = useRef(false)

  useLayoutEffect(onTaken, [onTaken])
  useEffect(() => onSignedOut(clearRecent), [])

  function opensDialog(): boolean {
    if (isDialogOpen || document.activeElement === input) return false
    return hiddenCount > 0 || matchMedia(TOUCH).matches
  }

  function handlePopupKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    combobox.setOpen(false)
    input.focus()
  }

  /** By the form's own button, because the dialog's is removed with it. */
  function send() {
    form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
  }

  function openWork(work: Work) {
    setDialogOpen(false)
    change(() => openKeyword(keyword))
    input.blur()
    void router.navigate({ href: below(workPath(work)) })
  }

  function searchAgain(recent: string) {
    flushSync(() => change(() => openKeyword(recent)))
    send()
  }

  function openDialog() {
    setUsed(true)
    setDialogOpen(true)
  }

  useEvents(input, {
    mousedown: (event) => {
      if (event.button === 0 && opensDialog()) event.preventDefault()
    },
    click: () => {
      // Synchronously, because phones show their keyboard only for a focus within the tap.
      if (opensDialog()) flushSync(openDialog)
      else combobox.setOpen(true)
    },
  })

  useEvents(form, {
    focusin: () => setUsed(true),
    focusout: ({ relatedTarget }) => {
      // Switching windows keeps the focus here.
      const next = relatedTarget instanceof Node ? relatedTarget : document.activeElement
      if (form.contains(next)) return
      combobox.setOpen(false)
      // Deleting text without a replacement is not a search.
      change((current) => (isEmpty(current) ? openKeyword(keyword) : settle(current)))
    },
    submit: (event) => {
      const sent = complete(box)
      const isEnd = isEnding.current
      isEnding.current = false
      sending.current = printKeyword(sent.terms)
      if (combobox.isComposing.current || (sending.current === '' && !isEnd)) {
        event.preventDefault()
        return
      }
      change(() => sent)
      mayGrow.current = false
      addRecent(sending.current)
      // What does not fit stays in the box, with a note.
      const isTooMuch = isOverfull(sent)
      combobox.setOpen(isTooMuch)
      if (isEnd || isTooMuch) return
      setDialogOpen(false)
      // Closes a phone's keyboard to show the results.
      if (matchMedia(TOUCH).matches) input.blur()
    },
    formdata: ({ formData }) => formData.set('keyword', sending.current),
  })

  // Suggestions belong to the previous screen, although the focus stays.
  const handleTravel = useEffectEvent(() => {
    combobox.setOpen(false)
    setDialogOpen(false)
  })
  useEffect(() => {
    const listener = () => handleTravel()
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [])

  const endSearch = useEffectEvent(() => {
    if (keyword === '') return
    // The results are on another screen.
    if (location.pathname !== new URL(form.action).pathname) {
      keepKeyword('')
      return
    }
    isEnding.current = true
    send()
  })
  const hadTerms = useRef(false)
  const isBare = isEmpty(box)
  useEffect(() => {
    // Removing the last term ends the search.
    if (hadTerms.current && isBare) endSearch()
    hadTerms.current = box.terms.length > 0
  }, [box.terms, isBare])

  useEffect(() => {
    if (mayGrow.current && hiddenCount > 0 && document.activeElement === input) setDialogOpen(true)
    mayGrow.current = false
  }, [hiddenCount, input])

  return (
    <>
      <BarTerms
        form={form}
        terms={box.terms}
        isDraft={printKeyword(box.terms) !== printKeyword(openKeyword(keyword).terms)}
        tagOf={names.tagOf}
        onHidden={setHiddenCount}
        onMore={() => flushSync(openDialog)}
        onEdit={(index) => {
          change((current) => reopen(current, index))
          input.focus()
        }}
        onRemove={(index) => {
          change((current) => ({ ...current, terms: removeTerm(current.terms, index) }))
          input.focus()
        }}
        onBack={() => input.focus()}
      />
      {combobox.isOpen && !isDialogOpen ? (
        // Only keeps the focus in the input.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div className={css.popup} onMouseDown={keepFocus} onKeyDown={handlePopupKey}>
          <AgeChoice terms={box.terms} change={change} />
          <FullNote box={box} />
          <SuggestionList
            combobox={combobox}
            names={names}
            typed={box.typed}
            onSearch={searchAgain}
            onRemoved={() => input.focus()}
          />
        </div>
      ) : null}
      {isDialogOpen ? (
        <SearchDialog
          field={input}
          box={box}
          change={change}
          names={names}
          works={works}
          onWork={openWork}
          onSearch={searchAgain}
          onClose={() => setDialogOpen(false)}
          onSubmit={send}
        />
      ) : null}
    </>
  )
}

function isEmpty({ terms, typed }: { terms: readonly unknown[]; typed: string }): boolean {
  return terms.length === 0 && typed.trim() === ''
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
