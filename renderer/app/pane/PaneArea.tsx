import { useEffect, useRef, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useClient, useView } from '../../state/hooks.ts'
import { Splitter } from '../../ui/Splitter.tsx'
import { ConsoleTabs } from './ConsoleTabs.tsx'
import { DetailPane } from './DetailPane.tsx'
import styles from './PaneArea.module.css'

/** Minimum heights of the pane and of the list above it, in pixels; the style sheets have the same. */
const leastPane = 160
const leastList = 76

/** The open pane below the list, the tabs of open consoles, and the splitter above them. */
export function PaneArea({ open }: { open: ServerRef }) {
  const client = useClient()
  const chosen = useView((view) => view.paneHeight)
  const area = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ height: leastPane, page: leastPane + leastList })
  useEffect(() => {
    const box = area.current
    const page = box?.parentElement
    if (!box || !page) return
    const sizes = new ResizeObserver(() => setSize({ height: box.offsetHeight, page: page.clientHeight }))
    sizes.observe(box)
    sizes.observe(page)
    return () => sizes.disconnect()
  }, [])
  return (
    <div ref={area} className={styles.area} style={chosen === null ? {} : { height: chosen }}>
      <Splitter
        label="Height of the pane"
        value={Math.round(size.height)}
        min={leastPane}
        max={Math.max(leastPane, size.page - leastList)}
        onChange={(paneHeight) => client.view.setState({ paneHeight })}
      />
      <ConsoleTabs />
      <DetailPane key={open} serverRef={open} />
    </div>
  )
}
