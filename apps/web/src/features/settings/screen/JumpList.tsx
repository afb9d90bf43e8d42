import { useEffect, useRef, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import css from './JumpList.module.css'
import { SectionIcon, sectionIds, type SectionId } from './sections.tsx'

/** Links to the sections: beside them, or above them on a phone. */
export function JumpList() {
  const { t } = useTranslation('settings')
  const current = useCurrentSection()
  const nav = useRef<HTMLElement>(null)

  // On a phone the list scrolls with the current section.
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
              <SectionIcon id={id} />
              {t(`sections.${id}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Visible part of the previous link in pixels. */
const MARGIN = 48
/** Share of the window's height above which content counts as read. */
const READING_LINE = 0.3

/** Returns the current section; at the page's end the last one, which may be too short to reach the line. */
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
