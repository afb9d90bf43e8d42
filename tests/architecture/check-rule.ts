import { matchesGlob } from 'node:path'

import type { Rule } from '../architecture.rules.ts'
import type { SourceFacts } from './source-facts.ts'

const matches = (path: string, globs: readonly string[] = []) => globs.some((glob) => matchesGlob(path, glob))

/** Whether the rule speaks about the file at all. */
export function appliesTo(rule: Rule, file: string): boolean {
  return matches(file, rule.files) && !matches(file, rule.except)
}

/** What in the file breaks the rule, one line each: `file:line imports target (rule: why)`. */
export function violations(rule: Rule, file: string, { imports, uses }: SourceFacts): string[] {
  if (!appliesTo(rule, file)) return []
  const { mayNotImport = [], unless, kinds = ['static', 'dynamic'], mayNotUse = [] } = rule
  const isForbidden = (target: string) =>
    (typeof mayNotImport === 'function' ? mayNotImport(file, target) : matches(target, mayNotImport)) &&
    !matches(target, unless)
  const because = `(${rule.name}: ${rule.why})`
  return [
    ...imports
      .filter(({ kind, target }) => kinds.includes(kind) && isForbidden(target))
      .map(({ target, line }) => `${file}:${line} imports ${target} ${because}`),
    ...uses
      .filter(({ name }) => mayNotUse.includes(name))
      .map(({ name, line }) => `${file}:${line} uses ${name} ${because}`),
  ]
}
