/** What a panel may keep an account from doing with the startup, in its own names. */
export const startupActs = ['update', 'docker-image'] as const

/** Maximum number of variables and images that are read of a server. */
export const maxStartupVariables = 200
export const maxStartupImages = 100
/** Maximum number of characters of a value, as far as it is read and sent. */
export const longestStartupValue = 4_000
/** Maximum number of characters of a variable's name in the environment, of its rules, and of the command. */
export const longestStartupKey = 191
export const longestStartupRules = 2_000
export const longestStartupCommand = 8_000
