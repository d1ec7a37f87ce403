/** What a panel may keep an account from doing with users, in its own names. */
export const serverUserActs = ['create', 'update', 'delete'] as const

/** Maximum number of users that are read of a server; panels name no limit. */
export const maxServerUsers = 200

/** Panels take no longer e-mail addresses than this; one of them a few more. */
export const maxEmailLength = 191
