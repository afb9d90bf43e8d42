import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `postgres://…` of a server that this run may fill as it likes: make a schema or database of your own in it. */
    postgresUrl: string
    postgresTemplate: {
      /** What follows `create database … template` to copy the one that has all tables and no rows, which is never opened. */
      source: string
      /** How the name of each database begins that tests make. */
      copies: string
    }
    /** The file of such a database on SQLite. */
    sqliteTemplate: string
    /** The folder of the server's build. */
    serverBuild: string
    /** The folder of the bundled programs of `apps/server/test`. */
    testPrograms: string
  }
}
