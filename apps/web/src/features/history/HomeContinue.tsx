import { useHydrated } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

import { useSession } from '#features/accounts/index.ts'
import { storedName } from '#lib/base-path.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import css from './HomeContinue.module.css'

const ContinueShelf = lazyComponent(
  () => import('./ContinueShelf.tsx'),
  () => null,
)

/**
 * Whether there may be works to continue: those of a stored list of the present owner, a member's only with a session, which
 * may have expired. Without a list, as on a new device, a member may have begun some elsewhere.
 */
const hasBegun = (list: string | null, token: string | null): boolean =>
  list ? !list.includes('"works":[]') && (!!token || list.startsWith('{"owner":0,')) : !!token

/**
 * Runs in the page's head, so that the place of the works to continue is there from the first paint. Must do the same as
 * `HomeContinue` on later visits of the screen.
 */
export const begunScript = () =>
  `try{if((${hasBegun.toString()})(${['begun', 'jwt-token'].map((key) => `localStorage.getItem(${JSON.stringify(storedName(key))})`).join()}))document.documentElement.dataset.begun=''}catch(e){}`

/**
 * The works to continue, above the library's first page. Whether it has a place is decided when the screen opens, or by a
 * login on it: what is begun or found later appears on the next visit, and moves nothing.
 */
export function HomeContinue() {
  const isAlive = useHydrated()
  const isMember = useSession(({ token }) => token !== null)
  const [hasPlace] = useState(
    () => !import.meta.env.SSR && hasBegun(deviceStorage.read('begun'), deviceStorage.read('jwt-token')),
  )
  const [wasMember] = useState(isMember)
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-begun', hasPlace)
  }, [hasPlace])
  return (
    <div className={css.place}>
      {isAlive && (hasPlace || isMember) ? <ContinueShelf mayAppear={!wasMember} /> : null}
    </div>
  )
}
