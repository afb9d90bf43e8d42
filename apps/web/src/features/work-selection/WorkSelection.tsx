import '#i18n/on-demand/work-selection-texts.ts'

import { MAX_SELECTED_IDS } from '@otodana/contract'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { isEditor, useUser } from '#features/accounts/index.ts'
import type { ShownList } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { toast } from '#ui/toast.ts'

import { AddToPlaylist } from './AddToPlaylist.tsx'
import { CardBoxes } from './CardBoxes.tsx'
import { EditHistory } from './EditHistory.tsx'
import { EditWorks } from './EditWorks.tsx'
import { RefreshWorks } from './RefreshWorks.tsx'
import { nothing, pageSelected, pageToggled, toggled } from './selected-works.ts'
import { contentOf, selectionOf } from './selection-of.ts'
import css from './WorkSelection.module.css'

type Props = {
  list: ShownList
  /** The work whose menu began the selection. */
  first: number | null
  onClose: () => void
}

/** Boxes on the cards of a list, and a bar with what can be done with the selected works. */
export default function WorkSelection({ list, first, onClose }: Props) {
  const { t } = useTranslation('work-selection')
  const user = useUser()
  const [selected, setSelected] = useState(() => (first === null ? nothing : toggled(nothing, [], first, false)))
  const [dialog, setDialog] = useState<'playlist' | 'edit' | 'refresh' | 'history' | null>(null)
  const content = contentOf(list)
  const [lastContent, setLastContent] = useState(content)
  if (lastContent !== content) {
    setLastContent(content)
    // “All works found” was said of the other list.
    if (selected.isAll) setSelected(nothing)
  }
  const shown = list.works.map(({ id }) => id)
  const canEdit = isEditor(user)
  const count = selected.isAll ? list.total : selected.ids.size
  const isTooMany = !selected.isAll && count > MAX_SELECTED_IDS
  const selection = selectionOf(selected, list)

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (event.defaultPrevented || isTyping || document.querySelector('dialog[open]')) return
      if (event.key === 'Escape') onClose()
      else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        setSelected((now) => pageSelected(now, shown))
      }
    }
    // After the listeners of the document, which may close a popup.
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  })

  // What has the focus is not behind the bar.
  useEffect(() => {
    const { style } = document.documentElement
    style.scrollPaddingBlockEnd = 'calc(var(--bottom-height) + 10rem)'
    return () => void (style.scrollPaddingBlockEnd = '')
  }, [])

  const main = document.querySelector('main')
  const isUsable = count > 0 && !isTooMany && (list.isCurrent || !selected.isAll)
  const act = (run: () => void) => () => (isUsable ? run() : undefined)
  return (
    <>
      <CardBoxes
        works={list.works}
        first={first}
        isSelected={(id) => selected.isAll || selected.ids.has(id)}
        onToggle={(id, isRange) => {
          if (selected.isAll && list.total > shown.length) toast(t('onlyPage'))
          setSelected(toggled(selected, shown, id, isRange))
        }}
      />
      <section className={css.bar} aria-label={t('bar')}>
        <div className={css.counts}>
          <p className={css.count} role="status">
            {isTooMany
              ? t('tooMany', { formatted: formatCount(MAX_SELECTED_IDS) })
              : t('count', { count, formatted: formatCount(count) })}
          </p>
          <button type="button" className={css.link} onClick={() => setSelected(pageToggled(selected, shown))}>
            {t('page')}
          </button>
          {list.request !== null && list.total > shown.length ? (
            <button
              type="button"
              className={css.link}
              aria-pressed={selected.isAll}
              aria-disabled={!list.isCurrent}
              onClick={() => list.isCurrent && setSelected(selected.isAll ? nothing : { ...nothing, isAll: true })}
            >
              {t('all', { count: list.total, formatted: formatCount(list.total) })}
            </button>
          ) : null}
        </div>
        <div className={css.actions}>
          <button
            type="button"
            className={controls.button}
            aria-haspopup="dialog"
            aria-disabled={!isUsable}
            onClick={act(() => setDialog('playlist'))}
          >
            {t('addToPlaylist')}
          </button>
          {canEdit ? (
            <button
              type="button"
              className={controls.button}
              aria-haspopup="dialog"
              aria-disabled={!isUsable}
              onClick={act(() => setDialog('edit'))}
            >
              {t('edit')}
            </button>
          ) : null}
          {user?.group === 'administrator' ? (
            <button
              type="button"
              className={controls.button}
              aria-haspopup="dialog"
              aria-disabled={!isUsable}
              onClick={act(() => setDialog('refresh'))}
            >
              {t('refresh')}
            </button>
          ) : null}
          {canEdit ? (
            <button
              type="button"
              className={controls.button}
              aria-haspopup="dialog"
              onClick={() => setDialog('history')}
            >
              {t('history.open')}
            </button>
          ) : null}
        </div>
        <button type="button" className={controls.primary} onClick={onClose}>
          {t('done')}
        </button>
      </section>
      {main ? createPortal(<div className={css.room} />, main) : null}
      {dialog === 'playlist' ? (
        <AddToPlaylist selection={selection} count={count} onClose={() => setDialog(null)} />
      ) : dialog === 'edit' ? (
        <EditWorks selection={selection} count={count} listTotal={list.total} onClose={() => setDialog(null)} />
      ) : dialog === 'refresh' ? (
        <RefreshWorks selection={selection} count={count} onClose={() => setDialog(null)} />
      ) : dialog === 'history' ? (
        <EditHistory onClose={() => setDialog(null)} />
      ) : null}
    </>
  )
}
