/** Returns the LIKE pattern of texts that contain a term, with the term's own wildcards escaped. */
export const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
