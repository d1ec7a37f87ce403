import styles from './form.module.css'

type FormProps = {
  /** Has its end in sight, and scrolls above it, where it is taller than its dialog. */
  isTall?: boolean
  /** Called with the form when it is sent, by a button or by Enter. */
  onSubmit: (form: HTMLFormElement) => void
  children: React.ReactNode
}

/** A form that the app judges in its own words, and that loads no page when it is sent. */
export function Form({ isTall = false, onSubmit, children }: FormProps) {
  return (
    <form
      className={isTall ? styles.tall : styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event.currentTarget)
      }}
    >
      {children}
    </form>
  )
}
