/** The answer for another address that is the visited one. The agent's app shows this answer as 'Same as this address'. */
export const sameAddress = 'Same as residence address';
