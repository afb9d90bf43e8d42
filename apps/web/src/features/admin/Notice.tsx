import css from './Notice.module.css'

type NoticeProps = { text: string; link: string; href: string; isUrgent?: boolean }

/** What needs the administrator, and where. */
export function Notice({ text, link, href, isUrgent = false }: NoticeProps) {
  return (
    <p className={isUrgent ? `${css.notice} ${css.urgent}` : css.notice} {...(isUrgent && { role: 'alert' })}>
      {text}
      <a className={css.link} href={href}>
        {link}
      </a>
    </p>
  )
}
