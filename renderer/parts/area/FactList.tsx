import { Button } from '../../ui/Button.tsx'
import { useCopy } from '../copy.ts'
import styles from './FactList.module.css'

/** A fact, null where it is not told; `copies` names what is copied, where a person may want that. */
export type Fact = readonly [name: string, value: string | null, copies?: string]

/** Facts of a server under a heading, as far as they are told, some of them with a button that copies them. */
export function FactList({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const copy = useCopy()
  return (
    <section className={styles.section} aria-label={title}>
      <h3 data-tone="calm">{title}</h3>
      <dl className={styles.facts} data-text="small">
        {facts.map(
          ([name, value, copies]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd data-flex="s1">
                  <span data-cut title={value}>
                    {value}
                  </span>
                  {copies !== undefined && (
                    <Button look="ghost" aria-label={`Copy ${name}`} onClick={() => copy(copies, value)}>
                      Copy
                    </Button>
                  )}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
