export { outbox } from './outbox.ts'
export { default } from './OutboxOverlay.tsx'
