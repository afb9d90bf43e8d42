export { AccountButton, initialOf } from './menu/AccountButton.tsx'
export { AccountSettings } from './settings/AccountSettings.tsx'
export { afterLogin } from './login/after-login.ts'
export { ClosedScreen } from './members-only/ClosedScreen.tsx'
export { FounderForm } from './login/FounderForm.tsx'
export { followSession } from './session/follow-session.ts'
export { isEditor } from './is-editor.ts'
export { GuestTip } from './GuestTip.tsx'
export { AccountOverlayHost, LOGIN_HASH } from './AccountOverlayHost.tsx'
export { refreshUser } from './session/refresh-user.ts'
export {
  apiSession,
  isMember,
  openAccount,
  sessionScript,
  takeToken,
  useSession,
  useUser,
} from './session/session.store.ts'
export { signOut } from './login/sign-in.ts'
export { setSignOutQuestion } from './login/sign-out-question.ts'
export { forgetUnsent, onSignedOut } from './session/sign-out-cleanup.ts'
export { noteOwner, ownerOf } from './session/session-owner.ts'
export { formerAccounts, presentAccount, presentOwner, useAccount, useOwner } from './session/use-owner.ts'
export { useIsAdmitted } from './session/use-is-admitted.ts'
export { useServerFacts } from './use-server-facts.ts'
