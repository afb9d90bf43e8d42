import type * as z from 'zod'

export type FieldProblem = { path: PropertyKey[]; field: string; message: string }

/** Describes what is wrong with each field, for the author of the file. */
export function fieldProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap((issue) => problemsOf(issue, []))
}

function problemsOf(issue: z.core.$ZodIssue, prefix: PropertyKey[]): FieldProblem[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'invalid_union') {
    // Of "a text or an object", the branch that failed inside the value was intended.
    const meant = issue.errors.find((branch) => !branch.some((inner) => isWrongType(inner) && inner.path.length === 0))
    if (meant) return meant.flatMap((inner) => problemsOf(inner, path))
    return [{ path, field: fieldName(path), message: 'must be text or an object' }]
  }
  return [{ path, field: fieldName(path), message: messageOf(issue) }]
}

function isWrongType(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type'
}

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue)
    case 'too_big':
      return `is too ${issue.origin === 'string' || issue.origin === 'array' ? 'long' : 'big'} (at most ${issue.maximum})`
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `is too small (at least ${issue.minimum})`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'invalid_format':
      return issue.format === 'date' ? 'must be a day as YYYY-MM-DD' : 'must be an http or https address'
    default:
      return issue.message
  }
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
}

function wrongType(issue: z.core.$ZodIssueInvalidType): string {
  if (issue.input === undefined && issue.message.includes('undefined')) return 'is missing'
  const hint = issue.expected === 'string' && !issue.message.includes('null') ? ' (numbers in quotes)' : ''
  return `must be ${typeNames[issue.expected] ?? issue.expected}${hint}`
}

/** `tags[2].censored.ja`; empty for the whole. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index ? '.' : ''}${String(key)}`)).join('')
}
