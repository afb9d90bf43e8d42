import type { Account } from '#http/gate.ts'

import { TOKEN_NAME } from './official-names.ts'

/**
 * The user who edits the catalogue, as stored with each change: an account, so that its name goes with it, or the name of an editor
 * without one, the server's own token. Both are null if the account was deleted.
 */
export type Editor = { accountId: number | null; otherName: string | null }

export function editorOf(account: Account | null): Editor {
  return account === null ? { accountId: null, otherName: TOKEN_NAME } : { accountId: account.id, otherName: null }
}

/** As columns of a table of changes. */
export function editorColumns({ accountId, otherName }: Editor) {
  return { account_id: accountId, other_editor: otherName }
}
