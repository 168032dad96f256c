/** The LIKE pattern of texts that contain a term, whose own pattern characters stand for themselves. */
export const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
