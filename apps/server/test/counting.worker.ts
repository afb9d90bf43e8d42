import { serveTasks } from '#jobs/serve-tasks.ts'

let tasks = 0

serveTasks<'count' | 'wait' | 'throw', number, 'go on'>(async (task, { send, onMessage }) => {
  tasks += 1
  if (task === 'throw') throw new Error('planned')
  if (task === 'wait') await new Promise<void>((resolve) => onMessage(() => resolve()))
  send(tasks)
})
