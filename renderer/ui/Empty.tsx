type EmptyProps = { title: string; text?: string; children?: React.ReactNode }

/** What stands where there is nothing else to show: why, and the controls for the next step. */
export function Empty({ title, text, children }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children && <div className="empty-actions">{children}</div>}
    </div>
  )
}
