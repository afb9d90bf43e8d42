import { type CodelessFolders, makeFolderWork, undoFolder } from '@otodana/contract'
import { isCodelessId, workPath } from '@otodana/work-code'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { CorrectCode } from '#features/code-correction/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { formatSize } from '#lib/format/format-size.ts'
import controls from '#ui/controls.module.css'

import { ADMIN, adminQueries } from '../../admin.queries.ts'
import { Loaded } from '../../Loaded.tsx'
import { Failure, Section } from '../../Section.tsx'
import section from '../../Section.module.css'
import { useAction } from '../../use-action.ts'
import css from './Folders.module.css'

type Folder = CodelessFolders['folders'][number]
type Work = CodelessFolders['works'][number]

/** Renders at most so many at first: a library may have a thousand. */
const SHOWN_AT_FIRST = 20

/** Folders without a code, folders that were made works, and the correction of wrong codes. */
export function Folders({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const query = useQuery(adminQueries.folders(api))
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  const [isAllShown, setAllShown] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const status = useRef<HTMLParagraphElement>(null)
  /** @param button  goes with its row: the focus moves on */
  const run = (button: HTMLElement, work: () => Promise<unknown>, madePath: string | null = null) =>
    act(async () => {
      setMade(null)
      await work()
      const next = buttonBeside(button) ?? status.current
      await queryClient.invalidateQueries({ queryKey: ADMIN })
      setMade(madePath)
      next?.focus()
    })
  return (
    <Section title={t('folders.title')} text={t('folders.text')}>
      <Failure text={failure} />
      <p ref={status} role="status" className={section.hint} tabIndex={-1}>
        {made === null ? null : t('folders.made', { title: made.slice(made.lastIndexOf('/') + 1) })}
      </p>
      <Loaded query={query}>
        {({ folders, works }) => (
          <>
            {folders.length === 0 ? (
              <p className={section.hint}>{t('folders.none')}</p>
            ) : (
              <ul>
                {folders.slice(0, isAllShown ? undefined : SHOWN_AT_FIRST).map((folder) => (
                  <FolderRow
                    key={`${folder.root}/${folder.path}`}
                    folder={folder}
                    isBusy={isBusy}
                    onMake={(button) => {
                      const { root, path } = folder
                      run(button, () => api(makeFolderWork, { body: { root, path } }), path)
                    }}
                  />
                ))}
              </ul>
            )}
            {folders.length > SHOWN_AT_FIRST && !isAllShown ? (
              <button type="button" className={controls.button} onClick={() => setAllShown(true)}>
                {t('folders.showAll', { formatted: formatCount(folders.length) })}
              </button>
            ) : null}
            {works.length > 0 ? (
              <div>
                <h3 className={css.heading}>{t('folders.decided')}</h3>
                <ul>
                  {works.map((work) => (
                    <WorkRow
                      key={work.workId}
                      work={work}
                      isBusy={isBusy}
                      onUndo={(button) => run(button, () => api(undoFolder, { params: { id: String(work.workId) } }))}
                    />
                  ))}
                </ul>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
      <details className={css.correction}>
        <summary>{t('folders.wrongCode')}</summary>
        <CorrectCode onDone={() => void queryClient.invalidateQueries()} />
      </details>
    </Section>
  )
}

/** The button of the next row, or of the one before. */
function buttonBeside(button: HTMLElement): HTMLElement | null {
  const row = button.closest('li')
  return (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button') ?? null
}

type FolderRowProps = { folder: Folder; isBusy: boolean; onMake: (button: HTMLElement) => void }

function FolderRow({ folder: { root, path, tracks, sizeBytes }, isBusy, onMake }: FolderRowProps) {
  const { t } = useTranslation('admin')
  return (
    <li className={css.row}>
      <div className={css.main}>
        <p className={section.path}>
          <span className={css.root}>{root}/</span>
          {path}
        </p>
        <p className={section.hint}>
          {t('folders.tracks', { count: tracks, formatted: formatCount(tracks), size: formatSize(sizeBytes) })}
        </p>
      </div>
      <button
        type="button"
        className={controls.button}
        aria-disabled={isBusy}
        aria-label={t('folders.makeOf', { path })}
        onClick={({ currentTarget }) => onMake(currentTarget)}
      >
        {t('folders.make')}
      </button>
    </li>
  )
}

type WorkRowProps = { work: Work; isBusy: boolean; onUndo: (button: HTMLElement) => void }

function WorkRow({ work, isBusy, onUndo }: WorkRowProps) {
  const { t } = useTranslation('admin')
  const { workId, code, isCodeless, previousCode, isBySidecar, path, title } = work
  // The number that the library made for a folder says nothing.
  const codeText = (text: string) => (isCodelessId(Number(text)) ? t('folders.noCode') : text)
  const now = codeText(code)
  const address = workPath({ id: workId, source_id: isCodeless ? null : code, source_type: 'DLSITE' })
  return (
    <li className={css.row}>
      <div className={css.main}>
        <p className={css.work}>
          {title === null ? t('folders.unread') : <a href={address}>{title}</a>}{' '}
          <span className={section.badge}>
            {previousCode === null ? now : t('folders.corrected', { before: codeText(previousCode), now })}
          </span>
        </p>
        <p className={section.path}>{path}</p>
        {isBySidecar ? <p className={section.hint}>{t('folders.bySidecar')}</p> : null}
      </div>
      {isBySidecar ? null : (
        <button
          type="button"
          className={controls.button}
          aria-disabled={isBusy}
          aria-label={t('folders.undoOf', { title: title ?? path })}
          onClick={({ currentTarget }) => onUndo(currentTarget)}
        >
          {t('folders.undo')}
        </button>
      )}
    </li>
  )
}
