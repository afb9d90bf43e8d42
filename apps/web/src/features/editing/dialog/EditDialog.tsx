import '#i18n/on-demand/account-texts.ts'
import '#i18n/on-demand/editing-texts.ts'

import { type EditField, editWork, type Work, type WorkEditForm } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type FormEvent, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'

import { useAccount, useSession } from '#features/accounts/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'
import { askBeforeLeaving } from '#lib/browser/ask-before-leaving.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { refreshWork } from '#lib/queries/refresh-work.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/core-icons.ts'
import { Modal } from '#ui/Modal.tsx'
import skeleton from '#ui/Skeleton.module.css'
import { toast } from '#ui/toast.ts'

import { changedByBoth, changeOf, type Draft, fieldOf, isChanged, shownValue } from '../draft.ts'
import { keepDraft, keptDraft } from '../drafts.ts'
import { editingQueries } from '../editing.queries.ts'
import { History } from '../history/History.tsx'
import { isLimit, problemOf } from '../problems.ts'
import { sendCover } from '../send-cover.ts'
import { coverOf } from '../values.ts'
import css from './EditDialog.module.css'
import { EditForm, type Problems } from './EditForm.tsx'

const tabs = ['fields', 'history'] as const
type Tab = (typeof tabs)[number]

/** Edits what is known of a work, and shows its earlier edits. */
export default function EditDialog({ work, onClose }: { work: Pick<Work, 'id' | 'title'>; onClose: () => void }) {
  const speech = useSpeech()
  const t = speech.texts('editing')
  const router = useRouter()
  const { api } = router.options.context
  const queryClient = useQueryClient()
  const account = useAccount()
  const id = useId()
  const comma = speech.locale === 'en' ? ', ' : '、'
  const dialog = useRef<HTMLDialogElement>(null)
  const draftKey = `${account}/${work.id}`
  const [tab, setTab] = useState<Tab>('fields')
  const [{ draft, base }, setKept] = useState(() => keptDraft(draftKey))
  const [isRestored] = useState(() => isChanged(draft))
  const [refused, setRefused] = useState<Problems>({})
  const [wasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const query = useQuery(editingQueries.form(api, work.id))
  const form = query.data
  const isDirty = isChanged(draft)
  const problems = form ? { ...refused, ...problemsOf(form, draft) } : {}
  // Also of changes that were kept from before: their fields may have been edited since.
  const isOverTheirs = isDirty && form !== undefined && base !== undefined && base.version !== form.version
  const both = isOverTheirs ? changedByBoth(draft, base, form) : []
  const isConflict = failure instanceof ApiError && failure.key === 'edit.conflict'

  useEffect(() => {
    if (!isDirty) return undefined
    addEventListener('beforeunload', askBeforeLeaving)
    return () => removeEventListener('beforeunload', askBeforeLeaving)
  }, [isDirty])

  function change(next: Draft): void {
    const kept = { draft: next, base: isDirty ? base : form }
    setKept(kept)
    keepDraft(draftKey, kept)
    setRefused({})
    setLeaving(false)
  }
  function handleCancel(event: SyntheticEvent): void {
    // A file chooser inside sends one too.
    if (event.target !== dialog.current || !isDirty) return
    event.preventDefault()
    setLeaving(true)
  }
  function close(): void {
    if (isDirty) setLeaving(true)
    else dialog.current?.close()
  }
  function discard(): void {
    change({})
    dialog.current?.close()
  }

  async function save(): Promise<void> {
    if (!form || isBusy) return
    setTried(true)
    const [first] = Object.keys(problems)
    if (first !== undefined) {
      showField(first)
      return
    }
    setBusy(true)
    setFailure(null)
    try {
      const { set, release } = changeOf(draft)
      const cover = coverOf(set.cover)
      if (cover && 'picture' in cover) set.cover = await sendCover(work.id, cover.picture, useSession.getState().token)
      const body = { version: form.version, set, release }
      await show(await api(editWork, { params: { id: String(work.id) }, body }), draft.cover !== undefined)
      change({})
      setTried(false)
      toast(t('saved'))
      dialog.current?.close()
    } catch (error) {
      // The server names the first field that it refuses.
      const field = error instanceof ApiError ? /^set\.(\w+)/.exec(error.key ?? '')?.[1] : undefined
      if (field === undefined) setFailure(error)
      else {
        setRefused({ [field as EditField]: 'refused' })
        showField(field)
      }
    } finally {
      setBusy(false)
    }
  }

  function showField(field: string): void {
    flushSync(() => setTab('fields'))
    dialog.current?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea)`)?.focus()
  }

  /** Shows a new state of the work here and on every screen. */
  async function show(edited: WorkEditForm, isCoverNew: boolean): Promise<void> {
    queryClient.setQueryData(editingQueries.form(api, work.id).queryKey, edited)
    await refreshWork(router, work.id, isCoverNew)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void save()
  }

  return (
    <Modal
      ref={dialog}
      className={css.dialog}
      aria-labelledby={`${id}-title`}
      closesOnBack
      onCancel={handleCancel}
      onClose={onClose}
    >
      <form className={css.frame} method="post" noValidate onSubmit={handleSubmit}>
        <header className={css.header}>
          <div className={css.heading}>
            <h2 id={`${id}-title`} className={css.title}>
              {t('title')}
            </h2>
            <p className={css.work} lang={langOfText(work.title)}>
              {shownName(work.title)}
            </p>
          </div>
          <IconButton label={speech.texts('ui')('close')} data-first="" onClick={close}>
            <CloseIcon />
          </IconButton>
        </header>
        <div className={css.tabs} role="tablist" aria-label={t('title')}>
          {tabs.map((one) => (
            <button
              key={one}
              type="button"
              id={`${id}-${one}`}
              className={css.tab}
              role="tab"
              aria-selected={one === tab}
              aria-controls={`${id}-panel`}
              tabIndex={one === tab ? 0 : -1}
              onClick={() => setTab(one)}
              onKeyDown={({ key, currentTarget }) => {
                if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
                setTab(one === 'fields' ? 'history' : 'fields')
                const other = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling
                if (other instanceof HTMLElement) other.focus()
              }}
            >
              {t(`tabs.${one}`)}
            </button>
          ))}
        </div>
        <div id={`${id}-panel`} className={css.panel} role="tabpanel" aria-labelledby={`${id}-${tab}`} tabIndex={-1}>
          {form === undefined ? (
            query.error ? (
              <p className={forms.failure} role="alert">
                {errorText(query.error, speech)}{' '}
                <button type="button" className={controls.button} onClick={() => void query.refetch()}>
                  {t('retry')}
                </button>
              </p>
            ) : (
              <Pending label={t('loading')} />
            )
          ) : tab === 'fields' ? (
            <>
              {isRestored && isDirty ? (
                <p className={css.note} role="status">
                  {t('restored')}
                </p>
              ) : null}
              <EditForm
                form={form}
                draft={draft}
                problems={wasTried ? problems : shownAtOnce(problems)}
                onChange={change}
              />
            </>
          ) : (
            <History
              workId={work.id}
              pictures={form.pictures}
              isBlocked={isDirty}
              onUndone={(edited, { changes }) => {
                toast(t('history.done'))
                void show(
                  edited,
                  changes.some(({ field }) => field === 'cover'),
                )
              }}
            />
          )}
        </div>
        <footer className={css.footer}>
          {isOverTheirs ? (
            <p className={css.theirs} role="alert">
              {both.length === 0
                ? t('theirs.other')
                : t('theirs.both', { fields: both.map((field) => t(`field.${field}`)).join(comma) })}
            </p>
          ) : null}
          {failure === null ? null : (
            <div className={forms.failure} role="alert">
              {errorText(failure, speech)}{' '}
              {isConflict ? (
                <button
                  type="button"
                  className={css.load}
                  onClick={() => {
                    setFailure(null)
                    void query.refetch()
                  }}
                >
                  {t('loadTheirs')}
                </button>
              ) : null}
            </div>
          )}
          {isLeaving ? (
            <div className={css.leaving} role="group" aria-labelledby={`${id}-leaving`}>
              <p id={`${id}-leaving`}>{t('leaving.text')}</p>
              <div className={css.actions}>
                <button type="button" className={`${controls.button} ${forms.danger}`} onClick={discard}>
                  {t('leaving.discard')}
                </button>
                <button
                  type="button"
                  ref={(button) => button?.focus()}
                  className={controls.button}
                  onClick={() => setLeaving(false)}
                >
                  {t('leaving.stay')}
                </button>
              </div>
            </div>
          ) : (
            <div className={css.actions}>
              <p className={css.state} role="status">
                {isDirty ? t('changes', { count: Object.keys(draft).length }) : ''}
              </p>
              <button type="submit" className={controls.primary} aria-disabled={isBusy || !isDirty}>
                {isBusy ? t('saving') : t('save')}
              </button>
            </div>
          )}
        </footer>
      </form>
    </Modal>
  )
}

function problemsOf(form: WorkEditForm, draft: Draft): Problems {
  const problems: Problems = {}
  for (const field of Object.keys(draft) as EditField[]) {
    const saved = fieldOf(form, field)
    const problem = saved && draft[field] !== 'givenBack' ? problemOf(field, shownValue(saved, draft), form.code) : null
    if (problem) problems[field] = problem
  }
  return problems
}

function shownAtOnce(problems: Problems): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem === 'refused' || isLimit(problem)))
}

function Pending({ label }: { label: string }) {
  return (
    <div className={css.pending} role="status" aria-label={label}>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={`${skeleton.skeleton} ${css.pendingRow}`} />
      ))}
    </div>
  )
}
