/** For a cache of so many entries: its `max` would take the memory of all of them at once, half a megabyte for 20,000. */
export function atMost(count: number) {
  return { maxSize: count, sizeCalculation: () => 1 }
}
