import { MenuButton, type MenuGroup } from '../../ui/ActionMenu.tsx'

/** What can be done with a row. */
export function RowMenu({ name, groups }: { name: string; groups: readonly MenuGroup[] }) {
  return <MenuButton icon="more" label={`More for ${name}`} groups={groups} />
}
