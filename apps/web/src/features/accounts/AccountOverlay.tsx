import '#i18n/on-demand/account-texts.ts'

import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import { useSession } from './session/session.store.ts'
import { AccountMenu } from './menu/AccountMenu.tsx'
import { LoginDialog } from './login/LoginDialog.tsx'
import { Notices } from './Notices.tsx'

const EmailDialog = lazyComponent(() => import('./email/EmailDialog.tsx'), PartMissing)

const close = () => useSession.setState({ open: null })

/** The account dialogs and notices over the page. */
export default function AccountOverlay() {
  const open = useSession((session) => session.open)
  return (
    <>
      {open === 'menu' || open === 'logOut' ? (
        <AccountMenu key={open} isLeaving={open === 'logOut'} onClose={close} />
      ) : null}
      {open === 'logIn' || open === 'register' || open === 'resetPassword' ? (
        <LoginDialog mode={open} onClose={close} />
      ) : null}
      {open === 'email' ? <EmailDialog onClose={close} /> : null}
      <Notices />
    </>
  )
}
