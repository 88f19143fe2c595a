declare module 'engine-tables?url' {
  /** The URL of the tables of the engine's libraries. */
  const url: string
  export default url
}

declare module 'engine-data?url' {
  /** The URL of the engine's compiled data. */
  const url: string
  export default url
}
