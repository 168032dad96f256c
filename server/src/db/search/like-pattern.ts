export const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
