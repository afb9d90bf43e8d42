import { useEffect, useRef, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { Drawing } from '#ui/Icon.tsx'

import css from './JumpList.module.css'
import { sectionIds, sections, type SectionId } from './sections.ts'

/** The settings' sections: beside them where there is room, and above them on a phone. */
export function JumpList() {
  const { t } = useTranslation('settings')
  const current = useCurrentSection()
  const nav = useRef<HTMLElement>(null)

  // On a phone the list is pushed along with what is read.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[href="#${current}"]`)
    nav.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - MARGIN, behavior: 'smooth' })
  }, [current])

  return (
    <nav ref={nav} className={css.nav} aria-label={t('sections.label')}>
      <ul className={css.list}>
        {sectionIds.map((id) => (
          <li key={id}>
            <a className={css.link} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              <Drawing path={sections[id]} size="1.25em" />
              {t(`sections.${id}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What is seen of the link before, in pixels. */
const MARGIN = 48
/** Of the window's height: what stands above it counts as being read. */
const READING_LINE = 0.3

/** The section that is being read; at the page's end the last one, which may be too short to get further up. */
function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>('account')
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const { scrollY, innerHeight } = window
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
      const above = sectionIds.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < innerHeight * READING_LINE,
      )
      setCurrent((isAtEnd ? sectionIds : above).at(-1) ?? 'account')
    }
    const handleScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      removeEventListener('scroll', handleScroll)
      cancelAnimationFrame(frame)
    }
  }, [])
  return current
}
