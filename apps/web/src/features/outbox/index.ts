export { FollowOutbox } from './FollowOutbox.tsx'
export { queuedText, unsentText } from './queued-text.ts'
export { forgetWaiting, sendOrWait, takeBack } from './send-or-wait.ts'
export type { Write } from './queue/writes.ts'
export { UnsentMark } from './list/UnsentMark.tsx'
export { UnsentSetting } from './list/UnsentSetting.tsx'
export {
  noteUnsent,
  waitingCount,
  useWaitingDeletion,
  useWaitingLike,
  useWaitingMembership,
  useWaitingMembers,
  useWaitingMetadata,
  useWaitingReview,
  useWaitingVotes,
} from './waiting.store.ts'
