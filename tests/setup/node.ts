import { inject } from 'vitest'

// Code that reads the environment by itself (a child process a test starts) finds the same database as `inject`.
process.env.TEST_DATABASE_URL ??= inject('postgresUrl')
