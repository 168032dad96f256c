/** States that another address is the visited one. The phone calls it 'Same as here'. */
export const sameAddress = 'Same as residence address';
