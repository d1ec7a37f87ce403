import { createContext, useEffect, useRef, useState } from 'react'
import styles from './form.module.css'

type FormProps = {
  /** Has its end in sight, and scrolls above it, where it is taller than its dialog. */
  isTall?: boolean
  /** Called with the form when it is sent, by a button or by Enter. */
  onSubmit: (form: HTMLFormElement) => void
  children: React.ReactNode
}

/** Takes the focus, from what had it when the form was sent, to the first field that is then wrong. */
function useToWrongField() {
  const form = useRef<HTMLFormElement>(null)
  const [sentFrom, setSentFrom] = useState<{ readonly element: Element | null } | null>(null)
  // What is wrong may be known at once, or when the panel answers.
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (sentFrom === null || !wrong) return
    if (document.activeElement === sentFrom.element) wrong.focus()
    setSentFrom(null)
  })
  return { form, sent: () => setSentFrom({ element: document.activeElement }) }
}

/**
 * How many fields of the form around have something in them that cannot be taken, and how that changes; null outside of
 * a form.
 */
export const FormFaults = createContext<readonly [number, React.Dispatch<React.SetStateAction<number>>] | null>(null)

/**
 * A form that the app judges in its own words, and that loads no page when it is sent. A field that is then wrong gets the
 * focus, unless somebody went on to another one.
 */
export function Form({ isTall = false, onSubmit, children }: FormProps) {
  const { form, sent } = useToWrongField()
  const faults = useState(0)
  return (
    <FormFaults value={faults}>
      <form
        ref={form}
        className={isTall ? `${styles.form} ${styles.tall}` : styles.form}
        data-stack=""
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          sent()
          if (faults[0] === 0) onSubmit(event.currentTarget)
        }}
      >
        {children}
      </form>
    </FormFaults>
  )
}
