export { FollowOutbox } from './FollowOutbox.tsx'
export { queuedText, unsentText } from './queued-text.ts'
export { sendOrWait } from './send-or-wait.ts'
export { UnsentMark } from './list/UnsentMark.tsx'
export { UnsentSetting } from './list/UnsentSetting.tsx'
export {
  noteUnsent,
  useWaitingLike,
  useWaitingMembership,
  useWaitingMembers,
  useWaitingMetadata,
  useWaitingReview,
} from './waiting.store.ts'
