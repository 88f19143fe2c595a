export const SUPPRESSIONS = ['suppressions']
export const BURSTS = ['bounce-bursts']
export const UNDOS = ['bounce-undos']
export const SOURCES = ['bounce-sources']
