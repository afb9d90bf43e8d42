/** What every screen has to be for large text, high zoom, forced colours and screen readers. */
import type { Locator } from '@playwright/test'

import { expect, type Page } from './fixtures.ts'

/** Text of twice the size, as a visitor's style sheet or the browser sets it. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const enlarge = () => document.documentElement.style.setProperty('font-size', '32px')
    if (document.documentElement) enlarge()
    else addEventListener('DOMContentLoaded', enlarge)
  })
}

/**
 * Expects that nothing scrolls sideways, that texts and controls are inside the window, those of bars apart from each other, and that
 * texts have room for a few letters side by side; of the open dialog, if there is one.
 */
export async function expectRoom(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(listCrowded), `crowded on ${page.url()}`).toEqual([])
}

function listCrowded(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px scroll sideways`] : []
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') || element.textContent || element.className).slice(0, 40)
  // Behind a dialog the page is inert.
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const bars = dialog ? [] : document.querySelectorAll('header, [aria-label=Player], main form:has(select)')
  for (const part of bars) {
    const boxes = [...part.querySelectorAll<HTMLElement>('a, button, select, input:not([type=hidden], [type=range])')]
      .filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).opacity !== '0',
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1)
    for (const { element, box } of boxes) {
      if (box.left < 0 || box.right > innerWidth + 0.5) found.push(`${nameOf(element)} leaves the window`)
      if (element instanceof HTMLSelectElement && box.width < 160) found.push(`${nameOf(element)} is cut`)
      for (const other of boxes) {
        if (other.element === element || element.compareDocumentPosition(other.element) !== 4) continue
        // A search box holds its terms and its button.
        if (element.matches('input') && element.parentElement!.contains(other.element)) continue
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const along = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (across > 1 && along > 1) found.push(`${nameOf(other.element)} covers ${nameOf(element)}`)
      }
    }
  }
  const root = dialog ?? document.querySelector('main')!
  /** Whether the element is in a row that scrolls sideways, such as a shelf. */
  const isScrolled = ({ parentElement }: Element): boolean =>
    parentElement !== null &&
    parentElement !== root &&
    (/auto|scroll|hidden/.test(getComputedStyle(parentElement).overflowX) || isScrolled(parentElement))
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    const style = getComputedStyle(element)
    const isScroller = /auto|scroll/.test(style.overflowX) && !element.matches('pre, textarea')
    if (dialog && isScroller && element.scrollWidth > element.clientWidth + 1)
      found.push(`${nameOf(element)} scrolls sideways`)
    if (isScrolled(element)) continue
    const { left, right, width } = element.getBoundingClientRect()
    const own = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
    const length = own?.textContent?.trim().length ?? 0
    const isOut = width > 1 && (left < 0 || right > innerWidth + 0.5)
    if (isOut && (length > 0 || element.matches('button, select, input')))
      found.push(`${nameOf(element)} leaves the window`)
    if (length > 8 && width > 1 && width < 3 * Number.parseFloat(style.fontSize))
      found.push(`${nameOf(element)} is squeezed to ${Math.round(width)} px`)
  }
  return found
}

/** Expects that no word of an element's text is broken between two lines. */
export async function expectWordsWhole(element: Locator): Promise<void> {
  const broken = await element.evaluate((root) => {
    const found: string[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/[a-z]+/gi)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word)
      }
    }
    return found
  })
  expect(broken).toEqual([])
}

/** The share of the window's height, from 0 to 1, in which the page itself is seen in the middle of the window. */
export async function pageShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const main = document.querySelector('main')!
    const heights = Array.from({ length: innerHeight }, (_, y) => y)
    return heights.filter((y) => main.contains(document.elementFromPoint(innerWidth / 2, y))).length / innerHeight
  })
}

/** Expects that what is selected looks different from what is not, in the colours that the page has now. */
export async function expectSelectionSeen(page: Page): Promise<void> {
  const unseen = await page.evaluate(() => {
    const look = (element: Element) => {
      const { outline, outlineOffset, border, backgroundImage, fontWeight, textDecorationLine } =
        getComputedStyle(element)
      return [outline, outlineOffset, border, backgroundImage, fontWeight, textDecorationLine].join()
    }
    const states = ['aria-current', 'aria-pressed', 'aria-checked', 'aria-selected']
    const found: string[] = []
    for (const element of document.querySelectorAll(states.map((state) => `[${state}]:not([${state}=false])`).join())) {
      const values = states.map((state) => [state, element.getAttribute(state)] as const)
      const seen = look(element)
      for (const [state] of values) element.removeAttribute(state)
      if (look(element) === seen) found.push(element.outerHTML.slice(0, 120))
      for (const [state, value] of values) if (value !== null) element.setAttribute(state, value)
    }
    for (const radio of document.querySelectorAll<HTMLInputElement>('label > [type=radio]:checked')) {
      const label = radio.parentElement!
      const seen = look(label)
      radio.checked = false
      if (look(label) === seen) found.push(label.outerHTML.slice(0, 120))
      radio.checked = true
    }
    return found
  })
  expect(unseen, 'selected, and not seen to be').toEqual([])
}

/** Expects that text in kana is marked as Japanese, except in announcements, which are sentences of the page's language. */
export async function expectJapaneseMarked(page: Page): Promise<void> {
  const listUnmarked = () =>
    page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (texts.nextNode()) {
        const { textContent, parentElement } = texts.currentNode
        if (
          !/[\u3041-\u3096\u30a1-\u30fa]/.test(textContent ?? '') ||
          parentElement!.closest('script, style, [role=status], [aria-live], output')
        )
          continue
        if (parentElement!.closest('[lang]')!.getAttribute('lang') !== 'ja')
          found.push(`${parentElement!.className}: ${textContent}`)
      }
      return found
    })
  await expect.poll(listUnmarked, `not marked as Japanese on ${page.url()}`).toEqual([])
}

/** Expects one heading of the first level, before all others. */
export async function expectTitleFirst(page: Page): Promise<void> {
  const levels = () =>
    page.locator('main :is(h1, h2, h3, h4):visible').evaluateAll((all) => all.map(({ tagName }) => tagName))
  const firstAndMain = async () => {
    const all = await levels()
    return [all[0], all.filter((level) => level === 'H1').length]
  }
  await expect.poll(firstAndMain).toEqual(['H1', 1])
}
