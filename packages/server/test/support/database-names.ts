/** The run's server admits to databases of such names without a password. */
export const TRUSTED_PREFIX = 'test_'
