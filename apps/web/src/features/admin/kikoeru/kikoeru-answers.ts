/** What the administrator answers about the database that was sent. */
export type Answers = {
  secret: string
  owner: string
  /** Names of accounts here, by the names of users there. */
  accounts: ReadonlyMap<string, string>
}
export const noAnswers: Answers = { secret: '', owner: '', accounts: new Map() }
