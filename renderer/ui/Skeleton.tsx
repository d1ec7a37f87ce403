import { useElapsed } from '../state/hooks.ts'

type SkeletonProps = {
  /** What is waited for, for those who do not see it: `Loading backups`. */
  label: string
  count: number
  /** The classes of all shapes together, and of one. */
  className?: string | undefined
  bone: string | undefined
}

/** Grey shapes in place of what is read, once that takes long enough to be noticed. */
export function Skeleton({ label, count, className, bone }: SkeletonProps) {
  const isLate = useElapsed(300)
  const bones = Array.from({ length: isLate ? count : 0 }, (_, i) => `bone ${i}`)
  return (
    <div role="status" aria-label={label} className={className}>
      {bones.map((key) => (
        <div key={key} className={bone} />
      ))}
    </div>
  )
}
