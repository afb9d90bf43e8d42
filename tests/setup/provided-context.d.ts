import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `postgres://…` of a server that this run may fill as it likes: make a schema or database of your own in it. */
    postgresUrl: string
  }
}
