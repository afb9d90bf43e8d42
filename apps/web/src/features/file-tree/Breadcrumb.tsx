import { useTranslation } from '#i18n/use-translation.ts'

import styles from './Breadcrumb.module.css'
import { folderHref } from './folder-href.ts'
import type { FolderPath } from '#features/track-queue/index.ts'
import { FileName } from '#ui/FileName.tsx'

/** The path from the root to the open folder; every step but the last is a link. */
export function Breadcrumb({ path }: { path: FolderPath }) {
  const { t } = useTranslation('file-tree')
  return (
    <nav aria-label={t('path')}>
      <ol className={styles.steps}>
        <li>
          <a className={styles.step} href={folderHref([])}>
            {t('root')}
          </a>
        </li>
        {path.map((name, depth) => {
          const here = path.slice(0, depth + 1)
          const isLast = here.length === path.length
          return (
            <li key={here.join('/')}>
              {isLast ? (
                <span className={styles.step} aria-current="page">
                  <FileName name={name} />
                </span>
              ) : (
                <a className={styles.step} href={folderHref(here)}>
                  <FileName name={name} />
                </a>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
