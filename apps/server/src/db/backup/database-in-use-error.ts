export class DatabaseInUseError extends Error {
  constructor(place: string) {
    super(`A server or command is using the database of ${place}: stop it first.`)
    this.name = 'DatabaseInUseError'
  }
}
