/** What a panel tells of an installation of a server. A failed one may hold the server, by the kind of panel. */
export type Installation = 'none' | 'installing' | 'install-failed' | 'reinstall-failed'

/** A limit that a panel sets; null where it does not tell. */
export type PanelLimit = number | 'unlimited' | null

/** The name and the description of a server, as a person changes them. */
export type ServerWords = {
  name: string
  /** Null where the panel keeps none. */
  description: string | null
}

/** What a panel may keep an account from doing to a server's settings. */
export const serverSettingsActs = ['rename', 'describe', 'reinstall'] as const
export type ServerSettingsAct = (typeof serverSettingsActs)[number]

/**
 * The acts that an account may not do.
 * @param permits whether the account has a right, by the panel's own name
 * @param describesApart true on the kind of panel that has a right of its own for descriptions
 */
export function deniedSettingsActs(permits: (name: string) => boolean, describesApart: boolean): ServerSettingsAct[] {
  const names = {
    rename: 'settings.rename',
    describe: describesApart ? 'settings.description' : 'settings.rename',
    reinstall: 'settings.reinstall',
  } as const
  return serverSettingsActs.filter((act) => !permits(names[act]))
}

/** Where a server runs. All texts are the panel's, safe to show; null where it does not tell. */
export type ServerPlace = {
  node: string | null
  /** Where players connect: a name or an address, and the port. */
  address: string | null
  /** Where files are transferred, as `host:port`. */
  sftp: string | null
  /** The Docker image. */
  image: string | null
  /** The long form of its identifier. */
  uuid: string | null
}

/** A server as its panel tells it, with what the key's account may not do by the panel's own word. */
export type ServerSettings = ServerWords & {
  /** False where the description is not all shown: it is too long, or has characters that can't be shown. */
  isDescriptionWhole: boolean
  installation: Installation
  limits: {
    memoryBytes: PanelLimit
    swapBytes: PanelLimit
    diskBytes: PanelLimit
    /** In percent of one core. */
    cpuPercent: PanelLimit
    /** The cores that it may use, as the panel writes them: `0-3,6`; null for any. */
    threads: string | null
    databases: PanelLimit
    backups: PanelLimit
    /** Addresses, the first one among them. */
    allocations: PanelLimit
  }
  place: ServerPlace
  denied: ServerSettingsAct[]
}

/**
 * What became of a change that somebody else may have made first. `meanwhile` is what is there by now, where that is not
 * what the person looked at: then nothing was sent. Null after the change.
 */
export type ServerWordsChange = { meanwhile: ServerWords | null }

/** Panels take no longer names than this; one of them a few more. */
export const maxServerNameLength = 191
/** Maximum number of characters of a description that are read and sent; panels name no limit. */
export const maxDescriptionLength = 1_000
