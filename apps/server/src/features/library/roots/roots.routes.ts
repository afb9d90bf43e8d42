import { addLibraryFolder, browseFolders, listLibraryFolders, removeLibraryFolder } from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { type AuditLog, TOKEN_NAME } from '#features/accounts/index.ts'
import type { Account } from '#http/gate.ts'
import { serve } from '#http/serve.ts'

import type { RootService } from './roots.service.ts'

type Deps = { roots: RootService; audit: Pick<AuditLog, 'record'> }

/** Calls of administrators about library folders. */
export function rootRoutes(app: FastifyInstance, { roots, audit }: Deps): void {
  const record = (account: Account | null, { address }: FastifyRequest) =>
    audit.record({ kind: 'settingChanged', accountId: account?.id ?? null, name: account?.name ?? TOKEN_NAME, address })

  serve(app, listLibraryFolders, () => roots.list())
  serve(app, browseFolders, ({ query: { path, page } }) => roots.browse(path, page))
  serve(app, addLibraryFolder, async ({ body, account, request }) => {
    const folders = await roots.add(body.path, account?.name ?? TOKEN_NAME)
    await record(account, request)
    return folders
  })
  serve(app, removeLibraryFolder, async ({ params, account, request }) => {
    const folders = await roots.remove(params.id)
    await record(account, request)
    return folders
  })
}
