import { useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './FactList.module.css'

type FactListProps = {
  title: string
  /** `copies` names what is copied, where a person may want that. */
  facts: readonly { readonly name: string; readonly value: string; readonly copies?: string }[]
}

/** Facts of a server under a heading, some of them with a button that copies them. */
export function FactList({ title, facts }: FactListProps) {
  const { view } = useClient()
  async function copy(what: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      view.setState({ said: `${what} copied` })
    } catch {
      view.setState({ problem: { code: 'internal', message: `${what} could not be copied.`, hint: `It is ${text}.` } })
    }
  }
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        {facts.map(({ name, value, copies }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span title={value}>{value}</span>
              {copies !== undefined && (
                <Button look="ghost" aria-label={`Copy ${name}`} onClick={() => void copy(copies, value)}>
                  Copy
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
