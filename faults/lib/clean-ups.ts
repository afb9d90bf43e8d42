import { spawn } from 'node:child_process'
import { once } from 'node:events'

const tasks: (() => void)[] = []

process.once('exit', () => {
  // The latest first: servers before the mounts below them, and these before their folders.
  while (tasks.length > 0) {
    try {
      tasks.pop()?.()
    } catch (error) {
      console.error(error)
    }
  }
})

/** Does a task when the result is disposed of, or else when the campaign ends at once. */
export function cleaningUp(task: () => void): Disposable {
  tasks.push(task)
  return {
    [Symbol.dispose]() {
      const index = tasks.lastIndexOf(task)
      if (index === -1) return
      tasks.splice(index, 1)
      task()
    },
  }
}

/** Starts a program that ends with the result, or with the campaign; it need not have ended until then. */
export function running(program: string, args: readonly string[]): AsyncDisposable {
  // Ctrl-C is for the campaign.
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  const ended = once(child, 'exit').catch(() => [])
  const killing = cleaningUp(() => child.kill('SIGKILL'))
  return {
    async [Symbol.asyncDispose]() {
      killing[Symbol.dispose]()
      await ended
    },
  }
}
