/** Says that another address is the one visited. The phone calls it 'Same as here'. */
export const sameAddress = 'Same as residence address';
