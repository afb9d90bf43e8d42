import styles from './controls.module.css'

export type Captioned = {
  /** A short text below the icon, which is part of the button's name. */
  caption?: string | undefined
}

/** The text below the icon of a button with the class `captioned`. */
export function Caption({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <span className={styles.caption} aria-hidden="true">
      {text}
    </span>
  )
}
