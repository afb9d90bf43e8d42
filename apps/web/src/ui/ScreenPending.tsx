import css from './ScreenPending.module.css'
import skeleton from './Skeleton.module.css'

type Props = { title: string; noScript: string; className: string | undefined }

/**
 * A screen that only the browser can fill, as rendered by the server, which does not know the visitor.
 *
 * @param noScript  says that the screen needs JavaScript
 */
export function ScreenPending({ title, noScript, className }: Props) {
  return (
    <div className={className}>
      <h1 className={css.title}>{title}</h1>
      <noscript>
        <p>{noScript}</p>
      </noscript>
      <div className={`${skeleton.skeleton} ${css.content}`} />
    </div>
  )
}
