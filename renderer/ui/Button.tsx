import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'

type ButtonProps = React.ComponentProps<'button'> & {
  /** `go` is the main action; `bad` loses something; `ghost` has no frame until pointed at. */
  look?: 'plain' | 'go' | 'bad' | 'ghost'
  icon?: IconName
}

/** One or two class names as one. */
export const classes = (own: string | undefined, more = '') => `${own} ${more}`.trimEnd()

export function Button({ look = 'plain', icon, children, className, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={classes(styles.button, className)} data-look={look}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A button that is only an icon; `label` is its name and, without a `title`, its tooltip. */
export function IconButton({ label, ...rest }: Omit<ButtonProps, 'children'> & { label: string; icon: IconName }) {
  return <Button look="ghost" title={label} {...rest} aria-label={label} />
}

/** A button within text, in the look of a link. */
export function LinkButton({ className, ...rest }: React.ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classes(styles.link, className)} />
}
