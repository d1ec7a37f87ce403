import styles from './Splitter.module.css'

type SplitterProps = {
  label: string
  /** The height of the lower part, in pixels; null while unknown. */
  value: number | null
  min: number
  max: number
  onChange: (value: number) => void
}

const stepPx = 24

/** A line between two parts that is moved by pointer or arrow keys and sets the height of the lower one. */
export function Splitter({ label, value, min, max, onChange }: SplitterProps) {
  const set = (height: number) => onChange(Math.round(Math.min(max, Math.max(min, height))))
  const keys: Readonly<Record<string, number>> = {
    ArrowUp: (value ?? min) + stepPx,
    ArrowDown: (value ?? min) - stepPx,
    Home: max,
    End: min,
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      className={styles.splitter}
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value ?? min}
      tabIndex={0}
      onKeyDown={(event) => {
        const height = keys[event.key]
        if (height === undefined) return
        event.preventDefault()
        set(height)
      }}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const bottom = event.currentTarget.parentElement?.getBoundingClientRect().bottom ?? 0
        set(bottom - event.clientY)
      }}
    />
  )
}
