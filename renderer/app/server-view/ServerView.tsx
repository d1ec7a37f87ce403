import { useLayoutEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { type AreaId, firstArea, rememberedArea } from '../../../shared/model/area.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { planOf } from '../../../shared/model/restart.ts'
import type { ServerView as Server } from '../../../shared/model/server-schema.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { useConsoleTools } from '../../features/console/ToolBar.tsx'
import { isToldInHead } from '../../parts/restart/plan-in-row.ts'
import { useAppState, useClient, useView } from '../../state/hooks.ts'
import { withChosenArea } from '../../state/view.ts'
import { useKeepFocus } from '../../ui/focus.ts'
import { AreaBar } from './AreaBar.tsx'
import { type AreaChoice, areas, areaToShow } from './areas.ts'
import { Head } from './Head.tsx'
import type { KeyAct } from './key-act.ts'
import { NoticeSlot } from './NoticeSlot.tsx'
import styles from './ServerView.module.css'
import { sentencesOf, useServerNotice } from './server-notice.ts'
import { useViewKeys } from './use-view-keys.ts'

/** A pane below the list, in place of the list, or a window of its own. */
export type Size = 'peek' | 'full' | 'alone'

/** The areas of a server, with why some cannot be opened. */
function useAreaChoices(server: Server): readonly AreaChoice[] {
  const reasons = useAppState(useShallow((state) => areas.map(({ whyNot }) => whyNot?.(state, server) ?? null)))
  return areas.map(({ id }, i) => ({ id, name: capitalised(id), why: reasons[i] ?? null }))
}

/** The area that the person chose last: in this window, otherwise on disk. A window of its own begins with the console. */
function useWantedArea(ref: ServerRef, alone: boolean): AreaId {
  const chosen = useView((view) => view.areas[ref])
  const remembered = useAppState((state) => rememberedArea(state.preferences.areas, ref))
  return chosen ?? (alone ? firstArea : remembered)
}

type ServerViewProps = {
  server: Server
  size: Size
  /** Leads back to the list; null in a window of its own. */
  onBack: (() => void) | null
}

/** One server, the same in each size: its head, one notice, and one of its areas. */
export function ServerView({ server, size, onBack }: ServerViewProps) {
  const client = useClient()
  const { ref } = server
  const isPeek = size === 'peek'
  const plan = useAppState((state) => planOf(state, ref))
  const isNarrow = useView((view) => view.isNarrow)
  const tools = useConsoleTools(ref)
  const choices = useAreaChoices(server)
  const current = areaToShow(choices, useWantedArea(ref, size === 'alone'), isPeek)
  const isCountdownTold = plan !== null && isToldInHead(plan, isNarrow)
  const banners = isPeek ? 'all' : size === 'full' ? 'own' : 'none'
  const notice = useServerNotice(server, tools.save, isCountdownTold)
  const focus = useKeepFocus<HTMLElement>()
  const pane = focus.ref
  // Opened from a row, in either size, it takes the focus: in its field where that takes keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it full hides the row that has the focus
  useLayoutEffect(() => {
    const [box, has] = [pane.current, document.activeElement]
    if (box === null || has?.getAttribute('role') === 'tab' || box.contains(has)) return
    const field = box.querySelector<HTMLElement>('input[role="combobox"]:not([readonly])')
    ;(field ?? box).focus()
  }, [pane, isPeek])

  const choose = (area: AreaId) => {
    if (size === 'alone') return client.view.setState(withChosenArea(ref, area))
    client.show(ref, { area })
  }
  const openFull = () => client.show(ref, { area: current, size: 'full' })
  const find = current === 'console' && tools.hasOutput ? tools.find : null
  /** What each key leads to; null where it leads nowhere now. */
  const actOf = (act: KeyAct): (() => void) | null => {
    if (act === 'full') return openFull
    if (act === 'back') return onBack
    if (act === 'find') return find
    const choice = choices[act.area]
    return choice?.why === null ? () => choose(choice.id) : null
  }
  const onAct = (act: KeyAct): boolean => {
    const run = actOf(act)
    run?.()
    return run !== null
  }
  useViewKeys({ pane, isPeek, onAct })
  const area = areas.find(({ id }) => id === current)
  return (
    <section {...focus} className={styles.view} data-frame data-pane={size} tabIndex={-1} aria-label={server.name}>
      <Head
        server={server}
        plan={plan}
        size={isPeek ? 'peek' : 'full'}
        onSize={isPeek ? openFull : onBack}
        onClose={isPeek ? onBack : null}
      />
      <NoticeSlot server={server} notice={notice} save={tools.save} banners={banners} />
      <AreaBar of={server.name} choices={choices} current={current} isPeek={isPeek} onChoose={choose}>
        {area?.Tools && <area.Tools server={server} tools={tools} alone={size === 'alone'} />}
      </AreaBar>
      {area && <area.Component server={server} tools={tools} told={sentencesOf(notice)} />}
    </section>
  )
}
