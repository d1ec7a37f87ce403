import { type FilePath, namesOf, pathIn, rootPath } from '../../../../shared/files/files.ts'
import styles from './Names.module.css'
import { namePartsOf, readableName } from './names.ts'

type Crumb = { readonly path: FilePath; readonly name: string | null }

/** The folders on the way to one, from the root on. */
function crumbsOf(folder: FilePath): Crumb[] {
  let path = rootPath
  const below = namesOf(folder).map((name) => {
    path = pathIn(path, name)
    return { path, name }
  })
  return [{ path: rootPath, name: null }, ...below]
}

/** Where one is, and the way back to each folder above. */
export function Crumbs({ folder, onGo }: { folder: FilePath; onGo: (folder: FilePath) => void }) {
  return (
    <nav className={styles.crumbs} aria-label="Folders above">
      <ol data-flex="">
        {crumbsOf(folder).map(({ path, name }) => (
          <li key={path} data-flex="" data-root={name === null || undefined}>
            <button
              type="button"
              data-cut
              aria-current={path === folder ? 'location' : undefined}
              title={name === null ? 'All files' : readableName(name)}
              aria-label={name === null ? 'All files' : undefined}
              onClick={() => onGo(path)}
            >
              {name === null ? '/' : <FileName name={name} />}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A name of any characters: what cannot be seen stands there by its number. It turns no writing around it. */
export function FileName({ name }: { name: string }) {
  const parts = namePartsOf(name)
  return (
    <bdi>
      {parts.map(({ text, isOdd }, i) =>
        isOdd ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name have no other identity
          <span key={i} className={styles.odd}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </bdi>
  )
}
