export { AccountButton, initialOf } from './AccountButton.tsx'
export { AccountSettings } from './AccountSettings.tsx'
export { afterLogin } from './after-login.ts'
export { ClosedScreen } from './ClosedScreen.tsx'
export { followSession } from './follow-session.ts'
export { GuestTip } from './GuestTip.tsx'
export { OverPage } from './OverPage.tsx'
export { refreshUser } from './refresh-user.ts'
export { caller, isMember, openAccount, sessionScript, useSession, useUser } from './session.store.ts'
export { focusNow } from './TextField.tsx'
export {
  DOWNLOAD_PARTS_KEY,
  onSignedOut,
  REVIEW_DRAFTS_KEY,
  UNSENT_LISTENING_KEY,
  UNSENT_PLACES_KEY,
} from './traces.ts'
export { useIsAdmitted } from './use-is-admitted.ts'
export { useServerFacts } from './use-server-facts.ts'
