import styles from './FileName.module.css'
import { namePartsOf } from './name-parts.ts'

/** A name of any characters: what cannot be seen stands there by its number. It turns no writing around it. */
export function FileName({ name }: { name: string }) {
  const parts = namePartsOf(name)
  return (
    <bdi>
      {parts.map(({ text, isOdd }, i) =>
        isOdd ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name have no other identity
          <span key={i} className={styles.odd}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </bdi>
  )
}
