import type { MenuAct } from './ActionMenu.tsx'

/** An act of a menu. @param why it can't be done, in a few words; null where it can */
export const menuAct = (label: string, why: string | null, onClick: () => void): MenuAct => ({ label, why, onClick })

/** The same for one that takes something away. */
export const badAct = (...act: Parameters<typeof menuAct>): MenuAct => ({ ...menuAct(...act), bad: true })
