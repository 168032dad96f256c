import { fileURLToPath } from 'node:url';

/** Where the built app is, if it is built. */
export const webRoot = fileURLToPath(new URL('../../../../web/dist', import.meta.url));
