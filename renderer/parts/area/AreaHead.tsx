import barStyles from '../../ui/bar.module.css'

/** The bar of an area: a sentence of fact, and at its end what is done most. */
export function AreaHead({ fact, children }: { fact: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className={barStyles.bar} data-flex="s3" data-edge="bottom">
      <p data-fill data-cut data-text="note">
        {fact}
      </p>
      <div data-flex="gap" data-end>
        {children}
      </div>
    </div>
  )
}

/**
 * The fact of an area's bar: the first text counts most, and those that are null are left out. What has no room is in a
 * tooltip.
 */
export function AreaFact({ first, more }: { first: string | null; more: readonly (string | null)[] }) {
  const others = more.filter((text) => text !== null)
  return (
    <span title={[first, ...others].join(' · ')}>
      <strong>{first}</strong>
      {others.map((text) => ` · ${text}`)}
    </span>
  )
}
