const COUNT = new Intl.NumberFormat()

export const formatCount = (count: number): string => COUNT.format(count)
