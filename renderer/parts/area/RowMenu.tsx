import { Fragment } from 'react'
import { MenuButton, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'

export type RowAct = {
  readonly label: string
  /** Why it can't be done, in a few words; null where it can. */
  readonly why?: string | null
  /** Said beside it where it can, as that it was refused lately. */
  readonly note?: string | null
  /** It takes something away. */
  readonly bad?: true
  readonly onClick: () => void
}

/** Groups of items, with a line between them. */
export function MenuGroups({ groups }: { groups: readonly (readonly RowAct[])[] }) {
  return groups.map((items, index) => (
    <Fragment key={items[0]?.label}>
      {index > 0 && <MenuLine />}
      {items.map(({ label, why = null, note = null, bad = false, onClick }) => (
        <MenuItem key={label} bad={bad} reason={why} note={note} onClick={onClick}>
          {label}
        </MenuItem>
      ))}
    </Fragment>
  ))
}

/** What can be done with a row: groups of items, with a line between them. */
export function RowMenu({ name, groups }: { name: string; groups: readonly (readonly RowAct[])[] }) {
  return (
    <MenuButton icon="more" label={`More for ${name}`}>
      <MenuGroups groups={groups} />
    </MenuButton>
  )
}
