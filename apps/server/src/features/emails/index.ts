import type { Database } from '#db/open.ts'

import { createEmailRepository } from './emails.repository.ts'
import { createEmailService, type Emails } from './emails.service.ts'

export { emailRoutes } from './emails.routes.ts'
export type { Emails } from './emails.service.ts'

type Deps = Omit<Parameters<typeof createEmailService>[0], 'emails'> & { database: Database }

export function createEmails({ database, ...deps }: Deps): Emails {
  return createEmailService({ ...deps, emails: createEmailRepository(database) })
}
