/** Returns the LIKE pattern for texts that contain a term. Wildcards in the term are escaped. */
export const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
