import { describe, expect, it } from 'vitest'
import { styleFaults } from '../../../build/styles.ts'

const sheet = (text: string) => ({ path: 'renderer/app/Row.module.css', text })
const row = (use: string) => ({
  path: 'renderer/app/Row.tsx',
  text: `import styles from './Row.module.css'\nexport const Row = () => <p ${use} />\n`,
})
const plain = '.row {\n  color: red;\n}\n'
const used = 'className={styles.row}'

describe('styleFaults', () => {
  it.each<[string, string, string]>([
    ['a class in its module', plain, used],
    ['two classes', `${plain}.name {\n}\n`, `className={\`\${styles.row} \${styles.name}\`}`],
    ['a class on a condition', plain, 'className={isOpen ? styles.row : undefined}'],
    ['a class that only a longer selector has', '@media (width > 1px) {\n  ul > .row:hover {\n  }\n}', used],
    ['a class of a library', `${plain}.row :global(.xterm > .bar) {\n}\n`, used],
    ['numbers and comments', `/* as .other has it */\n${plain}.row {\n  opacity: 0.5;\n}\n`, used],
  ])('accepts %s', (_, css, use) => expect(styleFaults([sheet(css), row(use)])).toEqual([]))

  const module = 'renderer/app/Row.module.css'
  const ofThePage = 'renderer/app/Row.tsx names a class that is in no module'
  it.each<[string, string, string, string[]]>([
    [
      'a class that the module has not',
      plain,
      'className={isOpen ? styles.row : styles.rwo}',
      [`renderer/app/Row.tsx names rwo, which ${module} has not`],
    ],
    ['a class that nothing names', `${plain}.old {\n}\n`, used, [`${module} has old, which nothing names`]],
    [
      'a name that is computed',
      plain,
      'className={styles.row} id={styles[tone]}',
      [`renderer/app/Row.tsx uses ${module} otherwise than as styles.name, which nothing checks`],
    ],
    ['a class for the whole page', plain, 'id={styles.row} className="row"', [ofThePage]],
    ['that on a condition', plain, "id={styles.row} className={isOpen ? 'row' : undefined}", [ofThePage]],
    ['that in a template', plain, `className={\`\${styles.row} row-\${tone}\`}`, [ofThePage]],
    [
      'a token that no sheet sets',
      `${plain}.row {\n  --row: 1px;\n  top: var(--row);\n  left: var(--rwo);\n  right: var(--from-code, 0);\n}\n`,
      used,
      [`${module} uses --rwo, which no sheet sets and which has no other value here`],
    ],
    ['a sheet too long', `${plain}${'\n/* more */'.repeat(197)}\n`, used, [`${module} has 201 lines, more than 200`]],
  ])('finds %s', (_, css, use, faults) => expect(styleFaults([sheet(css), row(use)])).toEqual(faults))

  it('finds a sheet for the whole page, but for the base, the layout and the tokens', () => {
    const paths = ['base', 'layout', 'tokens'].map((name) => `renderer/ui/${name}.css`).concat('renderer/app/app.css')
    expect(styleFaults(paths.map((path) => ({ path, text: plain })))).toEqual([
      'renderer/app/app.css is for the whole page; make it a module of its component',
    ])
  })

  it('finds two sheets of one name', () => {
    const paths = ['renderer/app/Row.module.css', 'renderer/features/list/row.module.css']
    expect(styleFaults(paths.map((path) => ({ path, text: '' })))).toEqual([
      'renderer/app/Row.module.css and renderer/features/list/row.module.css have one name, so that their classes would too',
    ])
  })

  it('knows a module that several components share', () => {
    const other = { path: 'renderer/app/list/List.tsx', text: "import rows from '../Row.module.css'\nrows.name\n" }
    expect(styleFaults([sheet(`${plain}.name {\n}\n`), row('className={styles.row}'), other])).toEqual([])
  })
})
