/** The answer for another address that is the same as the visited one. The agent's app shows it as 'Same as here'. */
export const sameAddress = 'Same as residence address';
