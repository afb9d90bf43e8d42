import { useSaid } from '#lib/say.ts'
import Toast from '#ui/Toast.tsx'

const handleGone = () => useSaid.setState({ said: null })

/** What is said in passing by whatever part of the page. */
export default function Sayings() {
  const said = useSaid((state) => state.said)
  return <Toast said={said} onGone={handleGone} />
}
