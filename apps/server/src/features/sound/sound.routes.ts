import { hash } from 'node:crypto'

import { listSounds } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { workIdOf } from '#features/works/index.ts'
import { servePrepared } from '#http/serve-prepared.ts'

import type { Sounds } from './sound.service.ts'

export function soundRoutes(app: FastifyInstance, { sounds }: { sounds: Sounds }): void {
  servePrepared(app, listSounds, async ({ params }) => {
    const body = Buffer.from(JSON.stringify({ sounds: await sounds.getSounds(workIdOf(params.id)) }))
    return { tag: `sound ${hash('sha256', body)}`, body: () => body }
  })
}
