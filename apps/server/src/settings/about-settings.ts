import * as z from 'zod'

/** The operator's information about the site, validated. */
export type AboutSettings = {
  /** Mail addresses, http(s) addresses, or plain text such as a name on another site. */
  contact: string[]
  bugBounty: { amount: number; currency: string } | { text: string } | null
  /** Other addresses of the same site, without trailing slash. */
  mirrors: string[]
}

const MAX_CONTACTS = 10
const MAX_CONTACT_LENGTH = 200
const MAX_BOUNTY_LENGTH = 1_000
const MAX_BOUNTY = 1_000_000
const MAX_MIRRORS = 20

/** `2000`, `2,000 EUR`: a number without currency is in US dollars. */
const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\s*([A-Z]{3}))?$/
// oxlint-disable-next-line no-control-regex -- searches for control characters
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/

export const aboutVariables = {
  ABOUT_CONTACT: z
    .string()
    .default('')
    .transform((text) => parts(text, /[,\n]/))
    .refine((contacts) => contacts.length <= MAX_CONTACTS && contacts.every(isShortText), {
      error: `must be at most ${MAX_CONTACTS} mail addresses, web addresses or texts of ${MAX_CONTACT_LENGTH} characters, separated by commas or one a line`,
    }),
  ABOUT_BUG_BOUNTY: z
    .string()
    .trim()
    .refine((text) => text.length <= MAX_BOUNTY_LENGTH && !CONTROLS.test(text) && isFairAmount(text), {
      error: `must be an amount up to ${MAX_BOUNTY}, such as 2000 or 2000 EUR, or a text of at most ${MAX_BOUNTY_LENGTH} characters`,
    })
    .optional(),
  MIRRORS: z
    .string()
    .default('')
    .transform((text) => parts(text, /[\s,]+/).map((part) => ({ part, address: pageAddress(part) })))
    .refine((mirrors) => mirrors.length <= MAX_MIRRORS && mirrors.every(({ address }) => address !== null), {
      error: `must be at most ${MAX_MIRRORS} http or https addresses of pages, separated by commas or white space`,
    })
    .transform((mirrors) => mirrors.map(({ address }) => address ?? '')),
}

type Variables = { ABOUT_CONTACT: string[]; ABOUT_BUG_BOUNTY?: string | undefined; MIRRORS: string[] }

export function aboutSettings({ ABOUT_CONTACT, ABOUT_BUG_BOUNTY, MIRRORS }: Variables): AboutSettings {
  return {
    contact: ABOUT_CONTACT,
    bugBounty: ABOUT_BUG_BOUNTY === undefined ? null : bountyOf(ABOUT_BUG_BOUNTY),
    mirrors: [...new Set(MIRRORS)],
  }
}

/** Errors that concern several variables. */
export function aboutMistakes(given: Record<string, string>): string[] {
  const { ABOUT_BUG_BOUNTY, ABOUT_CONTACT } = given
  return ABOUT_BUG_BOUNTY !== undefined && AMOUNT.test(ABOUT_BUG_BOUNTY.trim()) && ABOUT_CONTACT === undefined
    ? ['ABOUT_CONTACT: must be set when ABOUT_BUG_BOUNTY is an amount, so that reports have somewhere to go']
    : []
}

function parts(text: string, separator: RegExp): string[] {
  const found = text.split(separator).map((part) => part.trim())
  return [...new Set(found.filter((part) => part !== ''))]
}

function isShortText(text: string): boolean {
  return text.length <= MAX_CONTACT_LENGTH && !CONTROLS.test(text)
}

function amountIn(text: string): { amount: number; currency: string } | null {
  const [, digits, currency = 'USD'] = AMOUNT.exec(text) ?? []
  return digits === undefined ? null : { amount: Number(digits.replaceAll(',', '')), currency }
}

function isFairAmount(text: string): boolean {
  const found = amountIn(text)
  return found === null || (found.amount > 0 && found.amount <= MAX_BOUNTY)
}

function bountyOf(text: string): AboutSettings['bugBounty'] {
  return amountIn(text) ?? { text }
}

/** Returns the address as normalised by browsers; null if invalid, or if it contains a password. */
function pageAddress(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href.replace(/\/$/, '')
}
