import gridStyles from '../../ui/grid.module.css'
import { Skeleton } from '../../ui/Skeleton.tsx'
import listStyles from './list.module.css'

const bone = `${gridStyles.row} ${listStyles.columns} ${listStyles.row} ${listStyles.bone}`

/** Grey rows while the first list is read. */
export const LoadingServers = () => (
  <Skeleton label="Loading servers" count={5} className={listStyles.skeleton} bone={bone} />
)
