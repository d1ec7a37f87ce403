import {
  type Permission,
  permissions,
  permissionText,
  readOnlyPermissions,
} from '../../../../shared/keys/permission.ts'
import { Modal } from '../../../ui/Dialogs.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './PermissionTable.module.css'

const readOnly = readOnlyPermissions.map((permission) => permissionText[permission].name).join(', ')
const neededFor: Partial<Record<Permission, string>> = {
  power: 'Restarts need this.',
  console: 'Warnings and commands need this.',
}

/** What each permission of a key allows, in the panel's own words. */
export function PermissionTable({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      title="What a key can do"
      lead="You choose this on the panel when you create the key, and can change it there later. The token stays the same."
      wide
      onClose={onClose}
    >
      <table className={styles.permissions}>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            <th scope="col">Allows</th>
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission) => (
            <tr key={permission}>
              <th scope="row">{permissionText[permission].name}</th>
              <td>
                {permissionText[permission].allows}
                {neededFor[permission] && <em> {neededFor[permission]}</em>}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">All</th>
            <td>
              Everything above, and schedules, subusers, activity and panel extensions, which no smaller set opens.
            </td>
          </tr>
          <tr>
            <th scope="row">Read only</th>
            <td>To look without changing anything: {readOnly}.</td>
          </tr>
        </tbody>
      </table>
      <p className={fieldStyles.help}>
        A key can also be limited to some servers, and to some addresses with the list Allowed IPs.
      </p>
    </Modal>
  )
}
