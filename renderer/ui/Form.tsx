import { createContext, use, useEffect, useRef, useState } from 'react'
import styles from './form.module.css'

type FormProps = {
  /** Has its end in sight, and scrolls above it, where it is taller than its dialog. */
  isTall?: boolean
  /** Called when it is sent, by a button or by Enter, and has no fault. */
  onSubmit: () => void
  children: React.ReactNode
}

/** Takes the focus, from what had it when the form was sent, to the first field that is then wrong; unfolded for that. */
function useToWrongField() {
  const form = useRef<HTMLFormElement>(null)
  const [sentFrom, setSentFrom] = useState<{ readonly element: Element | null } | null>(null)
  // What is wrong may be known at once, or when the panel answers.
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (sentFrom === null || !wrong) return
    wrong.closest('details')?.setAttribute('open', '')
    if (document.activeElement === sentFrom.element) wrong.focus()
    setSentFrom(null)
  })
  return { form, sent: () => setSentFrom({ element: document.activeElement }) }
}

/** The form around: how many faults it has, and whether somebody has tried to send it; null outside of a form. */
const FormJudge = createContext<{ readonly faults: React.RefObject<number>; readonly isTried: boolean } | null>(null)

/**
 * Keeps the form around from being sent. A field that tells its fault at once needs no answer.
 * @param fault what is wrong, in a sentence; null for nothing
 * @returns the same once somebody has tried to send the form, and it is to be told
 */
export function useFault(fault: string | null): string | null {
  const { faults, isTried = false } = use(FormJudge) ?? {}
  const isWrong = fault !== null
  useEffect(() => {
    if (!isWrong || faults === undefined) return
    faults.current += 1
    return () => {
      faults.current -= 1
    }
  }, [isWrong, faults])
  return isTried ? fault : null
}

/**
 * A form that the app judges in its own words, and that loads no page when it is sent. A field that is then wrong gets the
 * focus, unless somebody went on to another one.
 */
export function Form({ isTall = false, onSubmit, children }: FormProps) {
  const { form, sent } = useToWrongField()
  const faults = useRef(0)
  const [isTried, setTried] = useState(false)
  return (
    <FormJudge value={{ faults, isTried }}>
      <form
        ref={form}
        className={isTall ? `${styles.form} ${styles.tall}` : styles.form}
        data-stack=""
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          sent()
          if (faults.current === 0) onSubmit()
        }}
      >
        {children}
      </form>
    </FormJudge>
  )
}
