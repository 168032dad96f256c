/**
 * The answer if another address is the same as the visited address. The agent's app shows this answer as
 * 'Same as this address'.
 */
export const sameAddress = 'Same as residence address';
